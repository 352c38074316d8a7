package dev.guildhall.core.memory.ranking;

import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.search.Embedding;
import java.util.Optional;

/**
 * A memory as it is found.
 *
 * @param memory which one
 * @param meaning what it means; absent while that is not known, and the memory is found by its words
 */
public record MemoryDocument(Memory memory, Optional<Embedding> meaning) {}
