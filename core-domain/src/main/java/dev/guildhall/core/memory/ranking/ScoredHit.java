package dev.guildhall.core.memory.ranking;

import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryId;
import java.util.List;

/**
 * A hit with its absolute match, independent of other hits: a score only compares hits.
 *
 * @param id of the memory
 * @param score as {@link MemoryHit#score}
 * @param parts as {@link MemoryHit#parts}
 * @param words the share of the query's maximal word score that it and its neighbours reach, 0 or more
 * @param similarity the cosine of its embedding and the query's, -1 to 1; 0 without embeddings
 * @param beside the turn after it in its conversation, and then the turn before it, as far as they exist
 */
public record ScoredHit(
        MemoryId id, double score, MemoryHit.Parts parts, double words, double similarity, List<MemoryId> beside) {
    public ScoredHit {
        beside = List.copyOf(beside);
    }
}
