package dev.guildhall.persistence.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class DbThreadsTest {
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Problem UNAVAILABLE = new CommonProblem.Unavailable("database");
    private static final Executor CALLERS = work -> Thread.ofVirtual().start(work);

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private CompletableFuture<String> occupy(DbThreads threads) {
        CompletableFuture<String> result = CompletableFuture.supplyAsync(
                () -> threads.call(() -> {
                    begun.countDown();
                    await(released);
                    return "done";
                }),
                CALLERS);
        await(begun);
        return result;
    }

    private static void assertUnavailable(Throwable thrown) {
        assertThat(thrown).isInstanceOf(Refusal.class);
        assertThat(((Refusal) thrown).problem()).isEqualTo(UNAVAILABLE);
    }

    @Test
    void an_interrupt_of_the_caller_does_not_interrupt_the_work_and_is_set_again_afterwards() throws Exception {
        CompletableFuture<String> result = new CompletableFuture<>();
        try (DbThreads threads = new DbThreads(PoolOptions.DEFAULT)) {
            Thread caller = Thread.ofVirtual().start(() -> {
                boolean reached = threads.call(() -> {
                    begun.countDown();
                    await(released);
                    return Thread.currentThread().isInterrupted();
                });
                result.complete(reached + " " + Thread.currentThread().isInterrupted());
            });
            await(begun);

            caller.interrupt();
            released.countDown();

            assertThat(result.get(10, TimeUnit.SECONDS)).isEqualTo("false true");
        }
    }

    @Test
    void the_caller_gets_a_refusal_unchanged_and_a_failure_with_its_own_stack() {
        Refusal refusal = new Refusal(UNAVAILABLE);
        IllegalStateException bug = new IllegalStateException("bug");
        try (DbThreads threads = new DbThreads(PoolOptions.DEFAULT)) {
            assertThatThrownBy(() -> threads.call(() -> {
                        throw refusal;
                    }))
                    .isSameAs(refusal)
                    .hasNoSuppressedExceptions();

            Throwable thrown = catchThrowable(() -> threads.call(() -> {
                throw bug;
            }));

            assertThat(thrown).isSameAs(bug);
            assertThat(thrown.getSuppressed()[0].getStackTrace())
                    .anyMatch(frame -> frame.getMethodName().startsWith("the_caller_gets_a_refusal"));
        }
    }

    @Test
    void the_caller_gets_an_error_unchanged() {
        AssertionError error = new AssertionError("bug");
        try (DbThreads threads = new DbThreads(PoolOptions.DEFAULT)) {
            assertThatThrownBy(() -> threads.call(() -> {
                        throw error;
                    }))
                    .isSameAs(error);
        }
    }

    @Test
    void closing_waits_for_work_that_has_begun_and_refuses_later_calls() throws Exception {
        DbThreads threads = new DbThreads(PoolOptions.DEFAULT);
        CompletableFuture<String> running = occupy(threads);
        Thread closing = Thread.ofPlatform().start(threads::close);
        while (closing.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }

        assertUnavailable(catchThrowable(() -> threads.call(() -> "too late")));

        released.countDown();
        assertThat(running.get(10, TimeUnit.SECONDS)).isEqualTo("done");
        assertThat(closing.join(LONG)).isTrue();
    }

    @Test
    void work_that_waits_for_a_connection_runs_in_the_order_of_the_calls() throws Exception {
        List<Integer> order = new CopyOnWriteArrayList<>();
        try (DbThreads threads = new DbThreads(new PoolOptions(1, LONG, 1))) {
            CompletableFuture<String> running = occupy(threads);
            for (int i = 0; i < 20; i++) {
                int number = i;
                CALLERS.execute(() -> threads.call(() -> order.add(number)));
                while (threads.waiting() <= i) {
                    Thread.yield();
                }
            }

            released.countDown();

            assertThat(running.get(10, TimeUnit.SECONDS)).isEqualTo("done");
        }
        assertThat(order).hasSize(20).isSorted();
    }

    @Test
    void a_call_that_gets_no_permit_in_time_is_refused() throws Exception {
        try (DbThreads threads = new DbThreads(new PoolOptions(1, Duration.ofMillis(1), 1))) {
            CompletableFuture<String> running = occupy(threads);

            assertUnavailable(catchThrowable(() -> threads.call(() -> "too late")));

            released.countDown();
            assertThat(running.get(10, TimeUnit.SECONDS)).isEqualTo("done");
        }
    }
}
