package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class BackgroundJobsTest {
    private static final ChatId CHAT = new ChatId("chat_1");
    private static final ChatId OTHER = new ChatId("chat_2");

    private final List<String> done = new CopyOnWriteArrayList<>();

    private static BackgroundJobs with(int waiting, int atOnce, Duration stopTimeout) {
        return new BackgroundJobs(
                Sample.with(
                        AgentLimits.DEFAULT, "background", new AgentLimits.Background(waiting, atOnce, stopTimeout)),
                new Threads());
    }

    private BackgroundJobs.Job noting(String name) {
        return new BackgroundJobs.Job(name, () -> done.add(name));
    }

    private static BackgroundJobs.Job waitingFor(CountDownLatch begun, CountDownLatch latch) {
        return new BackgroundJobs.Job("wait", () -> {
            begun.countDown();
            try {
                latch.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new Refusal(new CommonProblem.Cancelled());
            }
        });
    }

    private static void awaitEnd(BackgroundJobs work) throws InterruptedException {
        Thread running = Thread.ofVirtual().start(work);
        running.interrupt();
        running.join();
    }

    @Test
    void the_jobs_of_a_chat_are_done_one_after_the_other_in_their_order() throws InterruptedException {
        BackgroundJobs work = with(1_000, 16, Duration.ofSeconds(15));
        AtomicInteger atOnce = new AtomicInteger();
        for (int i = 0; i < 200; i++) {
            String name = "" + i;
            work.take(CHAT, new BackgroundJobs.Job(name, () -> {
                done.add(name + " of " + atOnce.incrementAndGet());
                atOnce.decrementAndGet();
            }));
        }

        awaitEnd(work);

        assertThat(done).hasSize(200).allMatch(line -> line.endsWith(" of 1"));
        assertThat(done.stream().map(line -> Integer.valueOf(line.split(" ")[0])))
                .isSorted();
        assertThat(work.jobs()).isZero();
    }

    @Test
    void one_chat_does_not_wait_for_another() throws InterruptedException {
        BackgroundJobs work = with(10, 2, Duration.ofSeconds(15));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch other = new CountDownLatch(1);
        work.take(CHAT, waitingFor(begun, release));
        begun.await();

        work.take(OTHER, new BackgroundJobs.Job("other", other::countDown));

        other.await();
        release.countDown();
        awaitEnd(work);
    }

    @Test
    void more_than_so_many_are_refused_until_there_is_room_again() throws InterruptedException {
        BackgroundJobs work = with(2, 2, Duration.ofSeconds(15));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        work.take(CHAT, waitingFor(begun, release));
        begun.await();
        work.take(CHAT, noting("second"));

        work.take(CHAT, noting("third"));
        work.take(OTHER, noting("fourth"));

        assertThat(work.jobs()).isEqualTo(2);
        release.countDown();
        awaitEnd(work);
        assertThat(done).containsExactly("second");
    }

    @Test
    void a_job_that_fails_keeps_nobody_from_the_next() throws InterruptedException {
        BackgroundJobs work = with(10, 1, Duration.ofSeconds(15));
        work.take(CHAT, new BackgroundJobs.Job("refused", () -> {
            throw new Refusal(new CommonProblem.Unavailable("database"));
        }));
        work.take(CHAT, new BackgroundJobs.Job("broken", () -> {
            throw new IllegalStateException("a bug");
        }));
        work.take(CHAT, new BackgroundJobs.Job("very broken", () -> {
            throw new AssertionError("a bug");
        }));

        work.take(CHAT, noting("next"));
        awaitEnd(work);

        assertThat(done).containsExactly("next");
    }

    @Test
    void a_stop_ends_what_hangs_and_does_nothing_that_waits_behind_it() throws InterruptedException {
        BackgroundJobs work = with(10, 1, Duration.ofMillis(1));
        CountDownLatch begun = new CountDownLatch(1);
        work.take(CHAT, waitingFor(begun, new CountDownLatch(1)));
        begun.await();
        work.take(CHAT, noting("behind"));
        work.take(OTHER, noting("elsewhere"));

        awaitEnd(work);
        work.take(CHAT, noting("late"));

        assertThat(done).isEmpty();
    }
}
