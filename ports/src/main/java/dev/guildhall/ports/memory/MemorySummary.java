package dev.guildhall.ports.memory;

import java.util.Optional;

/**
 * A summary of memories (agents-18).
 *
 * @param summary empty when there are no memories
 * @param memoryCount how many memories it covers
 * @param type the type of these memories; absent means all
 */
public record MemorySummary(String summary, int memoryCount, Optional<MemoryType> type) {}
