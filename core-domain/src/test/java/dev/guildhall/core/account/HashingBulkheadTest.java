package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.guildhall.core.Refused;
import dev.guildhall.core.config.HashingLimits;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.account.PasswordHasher;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class HashingBulkheadTest {
    private static final Password PASSWORD = new Password("correct horse");

    private final Semaphore leave = new Semaphore(0);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    /** A bulkhead whose hashes run the given work and count how many run in parallel. */
    private HashingBulkhead bulkhead(int atOnce, int waiting, Runnable work) {
        PasswordHasher hasher = new PasswordHasher() {
            @Override
            public PasswordHash hash(Password password) {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                work.run();
                inside.decrementAndGet();
                return new PasswordHash("$");
            }

            @Override
            public boolean matches(Password password, PasswordHash hash) {
                return false;
            }

            @Override
            public boolean isOutdated(PasswordHash hash) {
                return false;
            }
        };
        return new HashingBulkhead(hasher, new HashingLimits(atOnce, waiting), () -> Sample.NOW);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }

    /** Starts a call and returns when it blocks, in the hasher or in the queue. */
    private static Thread blocked(Runnable call) {
        Thread thread = Thread.ofPlatform().start(call);
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }
        return thread;
    }

    @Test
    void as_many_as_allowed_are_hashed_at_once_and_no_more() throws Exception {
        CyclicBarrier pair = new CyclicBarrier(2);
        HashingBulkhead bulkhead = bulkhead(2, 64, () -> await(pair));
        Callable<PasswordHash> call = () -> bulkhead.hash(PASSWORD);

        AtOnce.run(Collections.nCopies(16, call));

        assertThat(most).hasValue(2);
    }

    @Test
    void a_request_is_refused_while_the_queue_is_full_and_accepted_later() throws InterruptedException {
        HashingBulkhead bulkhead = bulkhead(1, 1, leave::acquireUninterruptibly);
        Thread first = blocked(() -> bulkhead.hash(PASSWORD));
        Thread second = blocked(() -> bulkhead.hash(PASSWORD));

        Problem problem = Refused.by(() -> bulkhead.hash(PASSWORD));
        leave.release(3);
        first.join();
        second.join();
        PasswordHash later = bulkhead.hash(PASSWORD);

        assertThat(problem).isInstanceOf(CommonProblem.RateLimited.class);
        assertThat(later).isEqualTo(new PasswordHash("$"));
    }

    @Test
    void an_interrupt_in_the_queue_cancels_and_gives_the_place_back() throws InterruptedException {
        HashingBulkhead bulkhead = bulkhead(1, 1, leave::acquireUninterruptibly);
        AtomicReference<Object> seen = new AtomicReference<>("nothing");
        Thread first = blocked(() -> bulkhead.hash(PASSWORD));
        Thread second = blocked(() -> {
            Problem problem = Refused.by(() -> bulkhead.hash(PASSWORD));
            seen.set(Thread.currentThread().isInterrupted() ? problem : "the interrupt was lost");
        });

        second.interrupt();
        second.join();
        Thread third = blocked(() -> bulkhead.hash(PASSWORD));
        leave.release(2);
        first.join();
        third.join();

        assertThat(seen).hasValue(new CommonProblem.Cancelled());
        assertThat(most).hasValue(1);
    }

    @Test
    void a_hasher_that_throws_gives_its_turn_back() {
        AtomicInteger calls = new AtomicInteger();
        HashingBulkhead bulkhead = bulkhead(1, 0, () -> {
            if (calls.incrementAndGet() == 1) {
                inside.decrementAndGet();
                throw new IllegalStateException("out of memory, nearly");
            }
        });

        Throwable thrown = catchThrowable(() -> bulkhead.hash(PASSWORD));
        PasswordHash later = bulkhead.hash(PASSWORD);

        assertThat(thrown).hasMessage("out of memory, nearly");
        assertThat(later).isEqualTo(new PasswordHash("$"));
    }

    @Test
    void the_decoy_is_made_once_for_many_comparisons_at_once() throws Exception {
        AtomicInteger made = new AtomicInteger();
        HashingBulkhead bulkhead = bulkhead(4, 64, made::incrementAndGet);
        Callable<Boolean> comparison = bulkhead::matchesNothing;

        AtOnce.run(Collections.nCopies(16, comparison));

        assertThat(made).hasValue(1);
    }
}
