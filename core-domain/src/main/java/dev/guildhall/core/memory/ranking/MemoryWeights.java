package dev.guildhall.core.memory.ranking;

/**
 * What the parts of a memory's score count.
 *
 * @param meaning beside words, 0 to 1
 * @param words of the turns around, beside the own: the answer follows the question that holds the key words
 * @param sense the meaning of the turns around, beside the own, in which the turn before has its part already
 * @param speaker that the query names who says it
 * @param cue that it holds the kind of answer that the query wants
 * @param substance that it says anything: thanks, greetings and mere questions answer nothing
 * @param importance decides among what fits alike, and hardly more
 */
record MemoryWeights(
        double meaning, Around words, Around sense, double speaker, double cue, double substance, double importance) {
    static final MemoryWeights DEFAULT =
            new MemoryWeights(0.6, new Around(0.5, 0.2, 0.2), new Around(0.1, 0.2, 0.4), 0.3, 0.05, 0.15, 0.02);

    /**
     * What those around a turn count.
     *
     * @param before the turn before
     * @param after the turn after
     * @param conversation the best of the conversation
     */
    record Around(double before, double after, double conversation) {}
}
