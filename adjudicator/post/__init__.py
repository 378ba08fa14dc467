"""What players send: mails and plain texts, made into source lines, in their own words or quoted."""
