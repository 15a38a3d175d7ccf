"""The Python worker of Assay. Importing it imports the standard library alone."""
