package bites.names.core;

interface OffendingManager {}
