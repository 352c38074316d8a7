package bites.names.core;

interface OffendingDto {}
