package bites.httparrow.ports;

public interface Noun {}
