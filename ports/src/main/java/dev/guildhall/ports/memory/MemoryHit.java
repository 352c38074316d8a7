package dev.guildhall.ports.memory;

/**
 * A memory that fits a query, and why.
 *
 * @param memory which one
 * @param score 0 to 1, higher is better
 * @param parts what the score is made of
 */
public record MemoryHit(Memory memory, double score, Parts parts) {
    /**
     * What speaks for a hit, each 0 to 1 before its weight.
     *
     * @param words that it shares with the query
     * @param meaning how near it is to what the query means; 0 where nobody knows meanings
     * @param neighbours the words of what was said before and after it
     * @param conversation the words of the best one of its conversation
     */
    public record Parts(double words, double meaning, double neighbours, double conversation) {}
}
