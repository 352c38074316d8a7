package bites.names.core;

interface OffendingBase {}
