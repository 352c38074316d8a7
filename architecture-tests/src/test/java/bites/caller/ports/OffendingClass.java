package bites.caller.ports;

public record OffendingClass() {}
