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
    /** The default limits. */
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
        /** The default limits. */
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
        /** The default limits. */
        public static final Shown DEFAULT = new Shown(20, 8, 600, 8_000);
    }

    /** The same with another limit of memories of one account. */
    public MemoryLimits withMemoriesOfUser(long most) {
        return new MemoryLimits(most, memoriesHeld, changesAtOnce, meaningsEvery, meaningsInRound, summary, shown);
    }

    /** The same with another limit of memories in search indexes. */
    public MemoryLimits withMemoriesHeld(long most) {
        return new MemoryLimits(memoriesOfUser, most, changesAtOnce, meaningsEvery, meaningsInRound, summary, shown);
    }

    /** The same with smaller or larger steps of an index update. */
    public MemoryLimits withChangesAtOnce(int most) {
        return new MemoryLimits(memoriesOfUser, memoriesHeld, most, meaningsEvery, meaningsInRound, summary, shown);
    }

    /** The same with other limits of memories that models receive. */
    public MemoryLimits withShown(Shown bounds) {
        return new MemoryLimits(
                memoriesOfUser, memoriesHeld, changesAtOnce, meaningsEvery, meaningsInRound, summary, bounds);
    }

    /** The same with another limit of a round. */
    public MemoryLimits withMeaningsInRound(int most) {
        return new MemoryLimits(memoriesOfUser, memoriesHeld, changesAtOnce, meaningsEvery, most, summary, shown);
    }
}
