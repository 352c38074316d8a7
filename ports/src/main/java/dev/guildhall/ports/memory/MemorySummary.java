package dev.guildhall.ports.memory;

import java.util.Optional;

/**
 * What memories say in short (contract 4).
 *
 * @param summary empty when there is nothing to sum up
 * @param memoryCount how many memories were summed up
 * @param type which ones; absent means all
 */
public record MemorySummary(String summary, int memoryCount, Optional<MemoryType> type) {}
