package bites.llmarrow.ports;

public interface Noun {}
