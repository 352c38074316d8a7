package dev.guildhall.core.memory.ranking;

import dev.guildhall.ports.memory.MemoryHit;

/**
 * A hit with its absolute match, independent of other hits: a score only compares hits.
 *
 * @param hit the memory with its score
 * @param words the share of the query's maximal word score that it and its neighbours reach, 0 or more
 * @param meaning the cosine of its embedding and the query's, -1 to 1; 0 without embeddings
 */
public record ScoredHit(MemoryHit hit, double words, double meaning) {}
