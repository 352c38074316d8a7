package bites.persistencearrow.core;

public interface Thing {}
