package bites.portsarrow.core;

public interface Thing {}
