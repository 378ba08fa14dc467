"""How mail comes in and goes out: IMAP, SMTP, LMTP, a Maildir, one mail on standard input."""
