"""Firefox and WebKit, each behind the same few methods, so that one test plays in both."""
