package dev.guildhall.ports.task;

/** Driven port: all that an installation keeps of its tasks. Thread-safe. */
public interface TaskStore extends TaskQueue, TaskLeases, TaskMaintenance, TaskArchive {}
