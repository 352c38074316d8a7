package bites.names.core;

interface OffendingUtils {}
