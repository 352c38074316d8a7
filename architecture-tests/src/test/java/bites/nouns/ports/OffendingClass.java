package bites.nouns.ports;

public final class OffendingClass {}
