package dev.guildhall.core.agent;

import dev.guildhall.core.task.TaskWaits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.approval.ApprovalStore;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.usage.Usage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Tasks whose calls wait for their owners (approvals-7): their answers so far, and how attempts go on with them. */
public final class SuspendedTasks {
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final InstantSource clock;
    private final ApprovalStore store;
    private final Transactions transactions;
    private final Suspensions suspensions;

    public SuspendedTasks(InstantSource clock, Stores stores, Suspensions suspensions) {
        this.clock = clock;
        this.store = stores.approvals();
        this.transactions = stores.transactions();
        this.suspensions = suspensions;
    }

    /**
     * What a task has before an attempt.
     *
     * @param said its answer so far, with the calls that are made now as begun
     * @param usage what models used for it
     * @param decided the calls that have waited, in their order
     */
    record Begun(ChatEntry said, Usage usage, List<PlannedCall> decided) {
        int round() {
            return said.toolUses().stream().mapToInt(use -> use.round()).max().orElse(1);
        }
    }

    Approving approving(Task task) {
        Caller.Work asking = store.askingFor(task.id(), task.part());
        return new Approving(asking.chatId(), Optional.of(task.id()), asking.asksApproval(), false);
    }

    /**
     * Takes the answer of a task that has waited; empty when it has not.
     *
     * @throws TaskWaits when it waits still, since a node failed before the task was back in the queue
     */
    Optional<Begun> begun(Approving approving) {
        if (!approving.asks()) {
            return Optional.empty();
        }
        String work = approving.taskId().orElseThrow().value();
        Optional<ApprovalStore.Taken> taken = transactions.inTransaction(() -> suspensions.take(work));
        if (taken.isEmpty()) {
            store.suspended(work).ifPresent(waiting -> {
                throw waits(waiting);
            });
        }
        return taken.map(this::begun);
    }

    private Begun begun(ApprovalStore.Taken taken) {
        if (!(taken.answer() instanceof SuspendedAnswer.InTask task)) {
            throw new IllegalStateException("the answer is not that of a task");
        }
        List<PlannedCall> decided = Suspensions.decided(task.said(), taken);
        return new Begun(suspensions.begun(task.said(), decided), task.usage(), decided);
    }

    /** Stores the answer of a task with the calls that wait. */
    TaskWaits suspended(Approving approving, UserId owner, TurnRecorder turn, List<PlannedCall> asked) {
        ChatEntry said = new ChatEntry(Speaker.ASSISTANT, turn.content(), turn.uses(), clock.instant())
                .withNotices(turn.notices());
        SuspendedAnswer.InTask answer = new SuspendedAnswer.InTask(
                approving.taskId().orElseThrow(), owner, said, turn.usage(), suspensions.expiry());
        suspensions.store(suspensions.asked(answer, approving, asked));
        return waits(answer);
    }

    private TaskWaits waits(SuspendedAnswer answer) {
        Duration left = Duration.between(clock.instant(), answer.expiresAt());
        return new TaskWaits(left.isPositive() ? left : SHORTEST);
    }
}
