"""When and how samples are taken."""
