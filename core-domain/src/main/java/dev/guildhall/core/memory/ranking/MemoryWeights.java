package dev.guildhall.core.memory.ranking;

/**
 * The weights of the parts of a memory's score.
 *
 * @param similarity relative to words, 0 to 1
 * @param words of the neighbouring turns, relative to the own: an answer follows the question that has the key words
 * @param sense of the meaning of the neighbouring turns, relative to the own, which includes the turn before already
 * @param speaker when the query names its speaker
 * @param cue when it has the kind of answer that the query expects
 * @param substance when it has information: thanks, greetings and mere questions answer nothing
 * @param importance decides between equal matches, and hardly more
 */
record MemoryWeights(
        double similarity,
        Around words,
        Around sense,
        double speaker,
        double cue,
        double substance,
        double importance) {
    static final MemoryWeights DEFAULT =
            new MemoryWeights(0.6, new Around(0.5, 0.2, 0.2), new Around(0.1, 0.2, 0.4), 0.3, 0.05, 0.15, 0.02);

    /** The weights of the turns before and after, and of the best turn of the conversation. */
    record Around(double before, double after, double conversation) {}
}
