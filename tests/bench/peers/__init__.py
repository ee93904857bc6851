"""The tracers that Farfield is measured against, and what they are given to trace."""
