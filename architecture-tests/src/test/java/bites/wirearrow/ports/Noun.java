package bites.wirearrow.ports;

public interface Noun {}
