package dev.guildhall.core.task;

import dev.guildhall.core.config.TaskLimits;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.task.NodeDescription;
import dev.guildhall.ports.task.TaskStore;
import java.time.InstantSource;

/** The parts of a node that carries tasks out. */
public record TaskParts(
        InstantSource clock,
        Ticker ticker,
        Threads threads,
        IdSource ids,
        TaskStore store,
        TaskExecutors executors,
        TaskWatch watch,
        TaskStats stats,
        NodeDescription node,
        TaskLimits limits) {}
