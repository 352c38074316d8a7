package dev.guildhall.core.run;

import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Ends runs whose task has ended or whose node has failed, and removes old runs. Every node does this. */
public final class RunMaintenance {
    /** Content that was stored lately may belong to a run that is being written. */
    private static final Duration UNUSED = Duration.ofHours(1);

    /** How often runs are compared with their tasks. */
    public static final Duration EVERY = Duration.ofSeconds(4);

    private final RunParts parts;

    public RunMaintenance(RunParts parts) {
        this.parts = parts;
    }

    public void settle() {
        List<Run> active = parts.runs().active();
        if (active.isEmpty()) {
            return;
        }
        Map<TaskId, Task> tasks = parts
                .stores()
                .tasks()
                .findAll(active.stream().map(Run::taskId).toList())
                .stream()
                .collect(Collectors.toMap(Task::id, Function.identity()));
        for (Run run : active) {
            RunLifecycle.afterTask(run, Optional.ofNullable(tasks.get(run.taskId())))
                    .ifPresent(state -> end(run, state));
        }
    }

    /** A task that waits for another attempt gets none, since the results of the first attempt are unknown. */
    private void end(Run run, RunState.Ended state) {
        parts.stores().transactions().inTransaction(() -> {
            Instant now = parts.clock().instant();
            parts.stores()
                    .tasks()
                    .end(run.taskId(), RunLifecycle.taskAfter(run, state, List.of(), Duration.ZERO), Optional.empty());
            return parts.runs().end(run.id(), state, now);
        });
    }

    /** Removes runs that ended long ago, and content without a reference. */
    public void prune() {
        Instant now = parts.clock().instant();
        BatchedSweep.remove(most -> parts.runs().prune(now.minus(parts.limits().kept()), most));
        parts.blobs().sweep(now.minus(UNUSED), this::used);
    }

    /** Runs come first: content of a run that becomes a baseline meanwhile is found in one of both. */
    private Set<Sha256> used(Set<Sha256> some) {
        Set<Sha256> used = new HashSet<>(parts.runs().used(some));
        used.addAll(parts.baselines().used(some));
        return used;
    }
}
