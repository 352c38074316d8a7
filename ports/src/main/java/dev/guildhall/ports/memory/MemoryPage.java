package dev.guildhall.ports.memory;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.Total;

/**
 * Part of a list of memories.
 *
 * @param page newest first
 * @param total how many the whole list has
 */
public record MemoryPage(Page<Memory> page, Total total) {}
