"""What measures layers: a folder an op for what frameworks share, a folder a framework."""
