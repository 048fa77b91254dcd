"""The referee: a second, independent rules engine, used only to check the first one."""
