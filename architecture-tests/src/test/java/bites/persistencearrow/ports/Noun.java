package bites.persistencearrow.ports;

public interface Noun {}
