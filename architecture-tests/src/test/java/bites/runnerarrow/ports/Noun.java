package bites.runnerarrow.ports;

public interface Noun {}
