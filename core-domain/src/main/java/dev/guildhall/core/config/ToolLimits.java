package dev.guildhall.core.config;

import dev.guildhall.ports.tool.LearnedQueryStore;
import java.time.Duration;

/**
 * Limits of the tool registry.
 *
 * @param toolsOfUser how many versions of tools one account may register
 * @param toolBytesOfUser how many bytes the descriptions and parameters of these may have together
 * @param deprecatedLife how long a deprecated tool can still be executed (tools-7: 30 days)
 * @param executionTimeout how long an execution may take (tools-12: 30 s)
 * @param resultCharacters how long a result may be as JSON (tools-12: 1 MiB)
 * @param executionsAtOnce how many executions run in parallel on this node
 * @param executionsKept how long the record of an execution is kept
 * @param learned how many queries that led to executions are stored
 * @param importsEvery how often servers are asked for their tools
 * @param embeddingsEvery how often tools without an embedding are searched
 * @param learnedBytes how many bytes of the heap those that this process caches for searches may need, of all users
 * @param recentBytes how many bytes of the heap the latest searches of all users may need, and as many their lists of
 *     tools
 * @param registeredBytes how many bytes of the heap the active registered tools of all accounts may need, which every
 *     process has in its index; those of one account may need half of it
 */
public record ToolLimits(
        int toolsOfUser,
        long toolBytesOfUser,
        Duration deprecatedLife,
        Duration executionTimeout,
        int resultCharacters,
        int executionsAtOnce,
        Duration executionsKept,
        Duration importsEvery,
        Duration embeddingsEvery,
        LearnedQueryStore.Bounds learned,
        long learnedBytes,
        long recentBytes,
        long registeredBytes) {
    private static final int SHARE_OF_LEARNED = 16;
    private static final int SHARE_OF_RECENT = 32;
    private static final int SHARE_OF_REGISTERED = 8;

    /** The values of the specification. */
    public static final ToolLimits DEFAULT = new ToolLimits(
            20_000,
            16 * 1024 * 1024,
            Duration.ofDays(30),
            Duration.ofSeconds(30),
            1024 * 1024,
            512,
            Duration.ofDays(90),
            Duration.ofMinutes(1),
            Duration.ofSeconds(15),
            new LearnedQueryStore.Bounds(30, 20_000),
            learnedBytes(Runtime.getRuntime().maxMemory()),
            recentBytes(Runtime.getRuntime().maxMemory()),
            registeredBytes(Runtime.getRuntime().maxMemory()));

    /** A sixteenth of the heap. */
    static long learnedBytes(long heap) {
        return heap / SHARE_OF_LEARNED;
    }

    /** A thirty-second part of the heap. */
    static long recentBytes(long heap) {
        return heap / SHARE_OF_RECENT;
    }

    /** An eighth of the heap. */
    static long registeredBytes(long heap) {
        return heap / SHARE_OF_REGISTERED;
    }
}
