package bites.names.core;

interface IdSource {}
