package dev.guildhall.core.memory;

import java.time.Duration;

/**
 * Limits of memories.
 *
 * @param memoriesOfUser how many memories one account may have, including superseded ones
 * @param memoriesHeld how many memories of all users the search indexes of this process hold
 * @param changesAtOnce how many changes one step of an index update reads
 * @param meaningsEvery how often memories without an embedding are searched
 * @param meaningsInRound how many embeddings are computed in one round
 * @param summary of summaries
 * @param shown of the memories that models receive
 */
public record MemoryLimits(
        long memoriesOfUser,
        long memoriesHeld,
        int changesAtOnce,
        Duration meaningsEvery,
        int meaningsInRound,
        Summary summary,
        Shown shown) {

    public static final MemoryLimits DEFAULT =
            new MemoryLimits(100_000, 200_000, 1_000, Duration.ofSeconds(5), 2_000, Summary.DEFAULT, Shown.DEFAULT);

    /**
     * Limits of summaries.
     *
     * @param memories how many of the latest memories are summarised
     * @param characters how many characters of them
     * @param answerTokens how long the model's answer may be
     * @param answerCharacters how long a summary may be
     * @param within how long the model may take
     */
    public record Summary(int memories, int characters, int answerTokens, int answerCharacters, Duration within) {

        public static final Summary DEFAULT = new Summary(200, 24_000, 400, 2_000, Duration.ofSeconds(20));
    }

    /**
     * Limits of the memories that a model receives with a question.
     *
     * @param facts how many facts about the user
     * @param hits how many others that match the question; each has one neighbouring turn
     * @param besideCharacters how many characters of each such turn
     * @param characters how many characters in total
     */
    public record Shown(int facts, int hits, int besideCharacters, int characters) {

        public static final Shown DEFAULT = new Shown(20, 8, 600, 8_000);
    }
}
