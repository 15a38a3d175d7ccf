"""MoE layers: what TypeScript says of a case, whichever framework builds it."""
