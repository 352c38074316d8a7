package dev.guildhall.ports.memory;

import dev.guildhall.ports.search.TextEmbedding;
import java.util.Optional;

/**
 * A memory with its data for the search.
 *
 * @param memory its current state
 * @param fingerprint equal for memories with the same words, 1 to 64 ASCII characters
 * @param meaning its embedding; absent until it is computed
 * @param revision 1 or more: the number of the user's change that last wrote it
 */
public record IndexedMemory(Memory memory, String fingerprint, Optional<TextEmbedding> meaning, long revision) {}
