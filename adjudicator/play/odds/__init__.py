"""What an order can bring, before it is written: the real rules over all dice, from what a side knows."""
