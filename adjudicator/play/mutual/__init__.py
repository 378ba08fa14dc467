"""Mode mutual, and what players hand in besides orders: chains, seals, links, agreements, messages."""
