package bites.integrationsarrow.ports;

public interface Noun {}
