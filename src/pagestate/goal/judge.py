"""Ask a model."""
