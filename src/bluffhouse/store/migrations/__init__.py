"""The steps from an empty database to the newest schema, each in a file of its own, never changed once released."""
