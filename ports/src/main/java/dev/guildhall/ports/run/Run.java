package dev.guildhall.ports.run;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskId;
import java.time.Instant;
import java.util.Optional;

/**
 * A test run. Runs belong to the installation: every signed-in user sees them (runs-1).
 *
 * @param id never changes
 * @param startedBy the user who started it
 * @param taskId the task that executes it
 * @param request the request, with all options set
 * @param state its state
 * @param platform the platform of its tests, for example {@code linux}; empty until the suite was loaded
 * @param counts of its tests; {@link TestCounts#NONE} until the suite was loaded
 * @param createdAt when it was stored
 * @param startedAt when a node began it; absent before that
 * @param completedAt when it ended; absent before that
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
    /** A run that waits in the queue. */
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

    /** The same run in another state, with the times of that state. */
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
