package dev.guildhall.core.task;

import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue;
import dev.guildhall.ports.task.TaskStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Passes changes of tasks to waiting threads: at once after a hint, otherwise after a poll for all watched tasks
 * together. The caller runs it on a separate thread until that thread is interrupted.
 */
public final class TaskWatch implements Runnable {
    private static final Logger LOG = System.getLogger(TaskWatch.class.getName());

    private final TaskStore store;
    private final Threads threads;
    private final Ticker ticker;
    private final Duration poll;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition hint = lock.newCondition();
    private final Condition looked = lock.newCondition();
    private final Map<TaskId, Integer> watched = new HashMap<>();
    private final Map<TaskId, Task> seen = new HashMap<>();
    private final Set<TaskId> hinted = new HashSet<>();
    private final Set<TaskId> gone = new HashSet<>();

    /** Where callers run all work, a caller that waits runs what is due, and looks again after each pause. */
    public TaskWatch(TaskStore store, Threads threads, Ticker ticker, Duration poll) {
        this.store = store;
        this.threads = threads;
        this.ticker = ticker;
        this.poll = poll;
    }

    void changed(TaskId id) {
        lock.lock();
        try {
            if (watched.containsKey(id) && hinted.add(id)) {
                hint.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Begins to watch a task; it receives every change from now on. */
    Watched watch(TaskId id) {
        lock.lock();
        try {
            watched.merge(id, 1, Integer::sum);
            return new Watched(id);
        } finally {
            lock.unlock();
        }
    }

    /** A subscription to the changes of a task, until it is closed. Confined to one thread. */
    final class Watched implements AutoCloseable {
        private final TaskId id;

        private Watched(TaskId id) {
            this.id = id;
        }

        /**
         * Waits until the task has changed.
         *
         * @param last the task as the caller knows it
         * @return the task as it is now; empty after the timeout
         * @throws Refusal with {@code TaskProblem.TaskNotFound} when it was deleted
         */
        Optional<Task> next(Task last, Duration atMost) throws InterruptedException {
            return threads.callersRun() ? nextByCaller(last, atMost) : nextByHint(last, atMost);
        }

        private Optional<Task> nextByCaller(Task last, Duration atMost) throws InterruptedException {
            Duration left = atMost;
            threads.runDue();
            look(List.of(id));
            while (latest(last).isEmpty() && !gone.contains(id) && left.isPositive()) {
                Duration pause = left.compareTo(poll) < 0 ? left : poll;
                ticker.pause(pause);
                left = left.minus(pause);
                threads.runDue();
                look(List.of(id));
            }
            return found(last);
        }

        private Optional<Task> nextByHint(Task last, Duration atMost) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                long left = atMost.toNanos();
                while (latest(last).isEmpty() && !gone.contains(id) && left > 0) {
                    left = looked.awaitNanos(left);
                }
                return found(last);
            } finally {
                lock.unlock();
            }
        }

        private Optional<Task> found(Task last) {
            if (gone.contains(id)) {
                throw new Refusal(new TaskProblem.TaskNotFound());
            }
            return latest(last);
        }

        private Optional<Task> latest(Task last) {
            return Optional.ofNullable(seen.get(id)).filter(task -> !task.equals(last));
        }

        @Override
        public void close() {
            lock.lock();
            try {
                if (watched.merge(id, -1, Integer::sum) == 0) {
                    watched.remove(id);
                    seen.remove(id);
                    hinted.remove(id);
                    gone.remove(id);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public void run() {
        TaskQueue.Subscription listening = store.listen(this::onHint);
        try {
            while (!Thread.currentThread().isInterrupted()) {
                look(await());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            listening.close();
        }
    }

    private void onHint(TaskHint change) {
        switch (change) {
            case TaskHint.Ended(TaskId id) -> changed(id);
            case TaskHint.Ready ignored -> {}
            case TaskHint.Unprocessed ignored -> {}
        }
    }

    private List<TaskId> await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = poll.toNanos();
            while (hinted.isEmpty() && left > 0) {
                left = hint.awaitNanos(left);
            }
            List<TaskId> wanted = List.copyOf(hinted.isEmpty() ? watched.keySet() : hinted);
            hinted.clear();
            return wanted;
        } finally {
            lock.unlock();
        }
    }

    private void look(List<TaskId> wanted) {
        if (wanted.isEmpty()) {
            return;
        }
        try {
            List<Task> found = store.findAll(wanted);
            tell(wanted, found);
        } catch (RuntimeException | Error outage) {
            LOG.log(Level.WARNING, "watched tasks could not be looked at, next try in {0}: {1}", poll, outage);
        }
    }

    private void tell(List<TaskId> wanted, List<Task> found) {
        Set<TaskId> missing = new HashSet<>(wanted);
        found.forEach(task -> missing.remove(task.id()));
        lock.lock();
        try {
            missing.stream().filter(watched::containsKey).forEach(gone::add);
            found.stream().filter(task -> watched.containsKey(task.id())).forEach(task -> seen.put(task.id(), task));
            looked.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
