package bites.apparrow.ports;

public interface Noun {}
