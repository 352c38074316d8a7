package bites.names.core;

interface OffendingHelper {}
