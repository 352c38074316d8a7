package dev.guildhall.core.memory;

import java.time.Duration;

/**
 * Bounds of what is remembered.
 *
 * @param memoriesOfUser how many memories one account may have, superseded ones included
 * @param memoriesHeld how many memories of all users this process holds for searching
 * @param changesAtOnce how many changes one step of bringing an index up to date reads
 * @param meaningsEvery how often it is looked for memories whose meaning is not known
 * @param meaningsInRound how many meanings are found out in one round
 * @param summary of summing up
 * @param shown of what models are shown
 */
public record MemoryLimits(
        long memoriesOfUser,
        long memoriesHeld,
        int changesAtOnce,
        Duration meaningsEvery,
        int meaningsInRound,
        Summary summary,
        Shown shown) {
    /** What holds where nothing else was asked for. */
    public static final MemoryLimits DEFAULT =
            new MemoryLimits(100_000, 200_000, 1_000, Duration.ofSeconds(5), 2_000, Summary.DEFAULT, Shown.DEFAULT);

    /**
     * Bounds of summing up.
     *
     * @param memories how many of the latest memories are summed up
     * @param characters how much text of them
     * @param answerTokens how long the model's answer may be
     * @param answerCharacters how long a summary may be
     * @param within how long the model may take
     */
    public record Summary(int memories, int characters, int answerTokens, int answerCharacters, Duration within) {
        /** What holds where nothing else was asked for. */
        public static final Summary DEFAULT = new Summary(200, 24_000, 400, 2_000, Duration.ofSeconds(20));
    }

    /**
     * Bounds of what of them a model is shown with a question.
     *
     * @param facts how many facts about the user
     * @param hits how many others that fit the question; each comes with one turn that was said next to it
     * @param besideCharacters how much text of each such turn
     * @param characters how much text of all
     */
    public record Shown(int facts, int hits, int besideCharacters, int characters) {
        /** What holds where nothing else was asked for. */
        public static final Shown DEFAULT = new Shown(20, 8, 600, 8_000);
    }

    /** The same with another bound of what one account may have. */
    public MemoryLimits withMemoriesOfUser(long most) {
        return new MemoryLimits(most, memoriesHeld, changesAtOnce, meaningsEvery, meaningsInRound, summary, shown);
    }

    /** The same with another bound of what is held for searching. */
    public MemoryLimits withMemoriesHeld(long most) {
        return new MemoryLimits(memoriesOfUser, most, changesAtOnce, meaningsEvery, meaningsInRound, summary, shown);
    }

    /** The same with smaller or larger steps of bringing an index up to date. */
    public MemoryLimits withChangesAtOnce(int most) {
        return new MemoryLimits(memoriesOfUser, memoriesHeld, most, meaningsEvery, meaningsInRound, summary, shown);
    }

    /** The same with other bounds of what models are shown. */
    public MemoryLimits withShown(Shown bounds) {
        return new MemoryLimits(
                memoriesOfUser, memoriesHeld, changesAtOnce, meaningsEvery, meaningsInRound, summary, bounds);
    }

    /** The same with another bound of a round. */
    public MemoryLimits withMeaningsInRound(int most) {
        return new MemoryLimits(memoriesOfUser, memoriesHeld, changesAtOnce, meaningsEvery, most, summary, shown);
    }
}
