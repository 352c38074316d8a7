package dev.guildhall.ports.task;

/** Driven port: all that an installation keeps of its tasks. */
public interface TaskStore extends TaskQueue, TaskLeases, TaskMaintenance, TaskArchive {}
