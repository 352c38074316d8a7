package dev.guildhall.ports.memory;

/**
 * A memory that matches a query, with its score.
 *
 * @param memory the memory
 * @param score 0 to 1, higher is better
 * @param parts the parts of the score
 */
public record MemoryHit(Memory memory, double score, Parts parts) {
    /**
     * The parts of a score, each 0 to 1 before its weight.
     *
     * @param words the match of its words with the query
     * @param similarity the similarity of its embedding and the query's; 0 without embeddings
     * @param neighbours the match of the words before and after it in the conversation
     * @param conversation the match of the words of the best memory of its conversation
     */
    public record Parts(double words, double similarity, double neighbours, double conversation) {}
}
