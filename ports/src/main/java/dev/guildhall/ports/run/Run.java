package dev.guildhall.ports.run;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskId;
import java.time.Instant;
import java.util.Optional;

/**
 * A test run. Runs belong to the installation: every signed-in user sees them (contract 0).
 *
 * @param id never changes
 * @param startedBy who asked for it
 * @param taskId the task that carries it out
 * @param request what it does, with nothing left open
 * @param state how far it has come
 * @param platform where its tests run, for example {@code linux}; empty until the suite was loaded
 * @param counts of its tests; {@link TestCounts#NONE} until the suite was loaded
 * @param createdAt when it was kept
 * @param startedAt when a node began with it; absent when none has
 * @param completedAt when it ended; absent when it has not
 */
public record Run(
        RunId id,
        UserId startedBy,
        TaskId taskId,
        RunRequest request,
        RunState state,
        String platform,
        TestCounts counts,
        Instant createdAt,
        Optional<Instant> startedAt,
        Optional<Instant> completedAt) {
    /** A run that waits. */
    public static Run queued(RunId id, UserId startedBy, TaskId taskId, RunRequest request, Instant createdAt) {
        return new Run(
                id,
                startedBy,
                taskId,
                request,
                new RunState.Queued(),
                "",
                TestCounts.NONE,
                createdAt,
                Optional.empty(),
                Optional.empty());
    }

    /** The same in another state, with the times that go with it. */
    public Run reached(RunState next, Instant at) {
        return new Run(
                id,
                startedBy,
                taskId,
                request,
                next,
                platform,
                counts,
                createdAt,
                next instanceof RunState.Running ? Optional.of(at) : startedAt,
                next.status().isFinal() ? Optional.of(at) : completedAt);
    }
}
