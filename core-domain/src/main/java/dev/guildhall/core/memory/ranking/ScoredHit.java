package dev.guildhall.core.memory.ranking;

import dev.guildhall.ports.memory.MemoryHit;

/**
 * A hit, and what speaks for it whatever else was found: a score tells only that nothing fits better.
 *
 * @param hit the memory with its score
 * @param words the part that its words and its neighbours' have of what the query's words could score at most, 0 or more
 * @param meaning the cosine of what it means and what the query means, -1 to 1; 0 where nobody knows meanings
 */
public record ScoredHit(MemoryHit hit, double words, double meaning) {}
