package bites.names.core;

interface OffendingUtil {}
