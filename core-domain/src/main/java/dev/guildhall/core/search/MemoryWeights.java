package dev.guildhall.core.search;

/**
 * What the parts of a memory's score count.
 *
 * @param meaning beside words, 0 to 1
 * @param before the words of the turn before, beside the own: the answer follows the question that holds the key words
 * @param after the words of the turn after
 * @param talk the best of the conversation
 * @param speaker that the query names who says it
 * @param cue that it holds the kind of answer that the query wants
 * @param substance that it says anything: thanks and greetings answer nothing
 * @param importance decides among what fits alike, and hardly more
 */
record MemoryWeights(
        double meaning,
        double before,
        double after,
        double talk,
        double speaker,
        double cue,
        double substance,
        double importance) {
    static final MemoryWeights DEFAULT = new MemoryWeights(0.55, 0.5, 0.2, 0.2, 0.15, 0.05, 0.1, 0.02);
}
