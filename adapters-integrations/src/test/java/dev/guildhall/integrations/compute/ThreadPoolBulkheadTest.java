package dev.guildhall.integrations.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ThreadPoolBulkheadTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @Test
    void computation_runs_on_a_platform_thread() throws Exception {
        ThreadPoolBulkhead bulkhead = new ThreadPoolBulkhead("test", 2, LONG, LONG);

        Thread thread = bulkhead.call("ada", Thread::currentThread);

        assertThat(thread.isVirtual()).isFalse();
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getName()).startsWith("test-");
    }

    @Test
    void failure_is_the_cause() {
        ThreadPoolBulkhead bulkhead = new ThreadPoolBulkhead("test", 2, LONG, LONG);

        assertThatThrownBy(() -> bulkhead.call("ada", () -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(StackOverflowError.class);
    }

    @Test
    void one_user_leaves_a_thread_to_the_others() throws Exception {
        ThreadPoolBulkhead bulkhead = new ThreadPoolBulkhead("test", 3, Duration.ofMillis(50), LONG);
        CountDownLatch started = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<String> first = inBackground(bulkhead, () -> awaited(started, end));
        CompletableFuture<String> second = inBackground(bulkhead, () -> awaited(started, end));
        started.await();

        assertThatThrownBy(() -> bulkhead.call("ada", () -> "third")).isInstanceOf(RejectedExecutionException.class);
        assertThat(bulkhead.call("bob", () -> "other")).isEqualTo("other");

        end.countDown();
        assertThat(first.join() + second.join()).isEqualTo("donedone");
        assertThat(bulkhead.call("ada", () -> "again")).isEqualTo("again");
    }

    @Test
    void abandoned_computation_is_interrupted_and_gives_its_thread_back_when_it_ends() throws Exception {
        ThreadPoolBulkhead bulkhead = new ThreadPoolBulkhead("test", 2, LONG, Duration.ofMillis(20));
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);

        assertThatThrownBy(() -> bulkhead.call("ada", () -> stubborn(interrupted, end)))
                .isInstanceOf(TimeoutException.class);

        interrupted.await();
        end.countDown();
        assertThat(bulkhead.call("ada", () -> "after")).isEqualTo("after");
    }

    private static String awaited(CountDownLatch started, CountDownLatch end) throws InterruptedException {
        started.countDown();
        end.await();
        return "done";
    }

    private static String stubborn(CountDownLatch interrupted, CountDownLatch end) throws InterruptedException {
        try {
            end.await();
        } catch (InterruptedException asked) {
            interrupted.countDown();
            end.await();
        }
        return "late";
    }

    private static CompletableFuture<String> inBackground(ThreadPoolBulkhead bulkhead, Callable<String> computation) {
        CompletableFuture<String> result = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                result.complete(bulkhead.call("ada", computation));
            } catch (Exception failure) {
                result.completeExceptionally(failure);
            }
        });
        return result;
    }
}
