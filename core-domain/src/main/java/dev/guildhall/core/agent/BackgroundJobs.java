package dev.guildhall.core.agent;

import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs jobs after answers, so that no user waits for them: the jobs of one chat one after the other, those of several
 * chats at once within a bound. A job that is refused or fails is logged and not tried again: the next answer in the
 * chat has such a job too. Run it on a thread of its own and interrupt that to stop in order.
 */
public final class BackgroundJobs implements Runnable {
    private static final Logger LOG = System.getLogger(BackgroundJobs.class.getName());
    private static final String LEFT = "{0} is left to the next answer in the chat: {1}";

    /** A job with its name in the log; an interrupt ends its work. */
    record Job(String name, Runnable work) {}

    private final AgentLimits.Background limits;
    private final ExecutorService threads;
    private final Semaphore atOnce;

    /** The waiting jobs, by chat; each chat in it has a thread. */
    private final Map<ChatId, Deque<Job>> queues = new HashMap<>();

    private final AtomicInteger jobs = new AtomicInteger();
    private boolean closed;

    /** Set before the running jobs are interrupted: a job that waits for their permits must not start then. */
    private volatile boolean ending;

    public BackgroundJobs(AgentLimits limits, Threads factory) {
        this.threads = factory.executor();
        this.limits = limits.background();
        this.atOnce = new Semaphore(this.limits.atOnce(), true);
    }

    /** Queues a job behind those of the same chat, and does not wait for it. Logs a refusal. */
    void take(ChatId chat, Job job) {
        synchronized (queues) {
            if (closed || jobs.get() >= limits.waiting()) {
                LOG.log(Level.WARNING, LEFT, job.name(), closed ? "this node stops" : "too much waits");
                return;
            }
            jobs.incrementAndGet();
            Deque<Job> line = queues.get(chat);
            if (line == null) {
                queues.put(chat, new ArrayDeque<>(List.of(job)));
                threads.execute(() -> work(chat));
            } else {
                line.add(job);
            }
        }
    }

    private void work(ChatId chat) {
        for (Optional<Job> job = next(chat); job.isPresent(); job = next(chat)) {
            attempt(job.get());
            jobs.decrementAndGet();
        }
    }

    private Optional<Job> next(ChatId chat) {
        synchronized (queues) {
            Optional<Job> next = Optional.ofNullable(queues.get(chat)).map(Deque::poll);
            if (next.isEmpty()) {
                queues.remove(chat);
            }
            return next;
        }
    }

    private void attempt(Job job) {
        try {
            atOnce.acquire();
            try {
                if (ending) {
                    throw new InterruptedException();
                }
                job.work().run();
            } finally {
                atOnce.release();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            LOG.log(Level.WARNING, LEFT, job.name(), "it was ended");
        } catch (Refusal refusal) {
            LOG.log(Level.WARNING, LEFT, job.name(), refusal.problem().message());
        } catch (RuntimeException | Error failure) {
            LOG.log(Level.ERROR, job.name() + " failed because of a bug", failure);
        }
    }

    int jobs() {
        return jobs.get();
    }

    /** Waits for an interrupt; then accepts no further job, waits for the present jobs for a limited time, and interrupts the rest. */
    @Override
    public void run() {
        try {
            new Semaphore(0).acquire();
        } catch (InterruptedException stopped) {
            close();
            Thread.currentThread().interrupt();
        }
    }

    private void close() {
        synchronized (queues) {
            closed = true;
        }
        threads.shutdown();
        if (!hasEndedWithin(limits.stopTimeout())) {
            ending = true;
            threads.shutdownNow();
            hasEndedWithin(limits.stopTimeout());
        }
    }

    private boolean hasEndedWithin(Duration time) {
        try {
            return threads.awaitTermination(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
