package bites.stores.ports;

public interface TaskStore {}
