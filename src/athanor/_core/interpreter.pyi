"""Imported for what importing it refuses; it holds no names."""
