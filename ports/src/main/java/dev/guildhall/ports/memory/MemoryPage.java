package dev.guildhall.ports.memory;

import dev.guildhall.ports.Page;

/**
 * Part of a list of memories.
 *
 * @param page newest first
 * @param total how many the whole list has
 */
public record MemoryPage(Page<Memory> page, long total) {}
