"""What the bots know of Barbecue."""
