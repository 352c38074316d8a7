package bites.names.core;

interface OffendingImpl {}
