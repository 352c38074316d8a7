package dev.guildhall.ports.memory;

import dev.guildhall.ports.search.TextEmbedding;
import java.util.Optional;

/**
 * A memory, and what is known for finding it.
 *
 * @param memory as it is now
 * @param fingerprint equal for memories that say the same, 1 to 64 ASCII characters
 * @param meaning absent until that is known
 * @param revision 1 or more: the number of the user's change that it was written with last
 */
public record IndexedMemory(Memory memory, String fingerprint, Optional<TextEmbedding> meaning, long revision) {}
