"""The messages between a worker and its parent; the same as in `src/protocol` of the TypeScript side."""
