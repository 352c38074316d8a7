package dev.guildhall.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.account.AccountRoles;
import dev.guildhall.core.config.TaskLimits;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeDescription;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a node claims while tasks that take long hold its slots. */
@Timeout(60)
class DispatchStateTest {
    private static final int WORKERS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Installation installation = new Installation();
    private final Caller.User ada = installation.someone();
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore released = new Semaphore(0);
    private final DispatchState state = new DispatchState(new NodeId("node_1"), parts());

    /** Goes on until it is released. */
    private final class Waiting implements TaskExecutor {
        @Override
        public boolean takes(TaskType type) {
            return true;
        }

        @Override
        public Map<String, Object> execute(Caller.User owner, Task task) throws InterruptedException {
            begun.release();
            released.acquire();
            return Map.of();
        }
    }

    private TaskParts parts() {
        TaskLimits limits = TaskLimits.DEFAULT.withWorkers(WORKERS);
        return new TaskParts(
                installation.time(),
                installation.time(),
                new Threads(),
                Sample::id,
                installation.stores().tasks(),
                new TaskExecutors(
                        installation.time(),
                        new AccountRoles(
                                installation.time(), installation.stores().accounts(), new Permissions(Set.of())),
                        installation.stores().apiKeys(),
                        new Threads(),
                        List.of(new Waiting()),
                        List.of(),
                        limits),
                new TaskWatch(installation.stores().tasks(), new Threads(), installation.time(), PATIENCE),
                new TaskStats(installation.time(), installation.stores().tasks()),
                new NodeDescription(installation.time().instant(), "1", List.of()),
                limits);
    }

    @AfterEach
    void end() {
        released.release(1_000);
    }

    private SettleAndClaim next() {
        return ((DispatchState.Step.Send) state.awaitStep()).request();
    }

    private List<Task> claimed(String type, int howMany) {
        return Stream.generate(
                        () -> claimed(Sample.task(ada.userId()).type(type).build()))
                .limit(howMany)
                .toList();
    }

    private Task claimed(NewTask task) {
        Instant now = installation.time().instant();
        return new Task(
                task.id(),
                task.owner(),
                task.actor(),
                task.spec(),
                task.part(),
                now,
                Optional.of(now),
                Optional.empty(),
                1,
                1,
                List.of(),
                new TaskState.Running(new Lease(state.node().value(), 1), now, now));
    }

    private SettleAndClaim full() throws InterruptedException {
        state.succeeded(next(), claimed("long", WORKERS));
        begun.acquire(WORKERS);
        installation.time().advance(Duration.ofMillis(100));
        state.hint();
        return next();
    }

    @Test
    void tasks_that_no_slot_was_free_for_are_not_claimed_again_until_one_is() throws InterruptedException {
        SettleAndClaim first = full();
        state.succeeded(first, claimed("short", WORKERS));
        installation.time().advance(PATIENCE.multipliedBy(2));
        state.giveBackStuck(PATIENCE);
        SettleAndClaim second = next();
        state.succeeded(second, List.of());
        released.release();
        SettleAndClaim third = next();

        assertThat(first.claim()).isEqualTo(WORKERS);
        assertThat(second.ended()).hasSize(WORKERS).allMatch(end -> end.result() instanceof AttemptEnd.GivenBack);
        assertThat(second.claim()).isZero();
        assertThat(third.ended()).hasSize(1);
        assertThat(third.claim()).isOne();
    }

    @Test
    void a_claim_of_short_tasks_grows_only_while_these_start() throws InterruptedException {
        state.succeeded(full(), claimed("short", WORKERS));
        installation.time().advance(PATIENCE.multipliedBy(2));
        state.giveBackStuck(PATIENCE);
        state.succeeded(next(), List.of());
        released.release();
        state.succeeded(next(), claimed("long", 1));
        begun.acquire(1);
        installation.time().advance(PATIENCE);
        state.hint();

        assertThat(next().claim()).isEqualTo(WORKERS);
    }
}
