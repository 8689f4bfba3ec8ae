"""Parse expectations and evaluate them on facts."""
