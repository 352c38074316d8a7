package bites.logging.core;

record Clerk(System.Logger log) {}
