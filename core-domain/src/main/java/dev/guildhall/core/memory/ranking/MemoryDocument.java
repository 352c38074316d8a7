package dev.guildhall.core.memory.ranking;

import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.search.Embedding;
import java.util.Optional;

/**
 * A memory in the index.
 *
 * @param memory the memory
 * @param meaning its embedding; absent until it is computed, and the memory is found by its words
 */
public record MemoryDocument(Memory memory, Optional<Embedding> meaning) {}
