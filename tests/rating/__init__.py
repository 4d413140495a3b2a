"""Ratings: each measure against something that knows it otherwise."""
