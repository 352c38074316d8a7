package bites.corearrow.ports;

public interface Noun {}
