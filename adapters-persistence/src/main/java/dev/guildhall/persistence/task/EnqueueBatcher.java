package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.Enqueued;
import dev.guildhall.ports.task.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Batches concurrent calls that enqueue tasks: they share one statement and its commit, in the order of their arrival.
 * There is no timer: a single call runs its statement at once, and calls that arrive while a statement runs share the
 * next one. The number of calling threads bounds the queue of calls.
 */
final class EnqueueBatcher {
    /** The most tasks of one statement; a single call may have more. */
    private static final int MOST_TASKS = 1_000;

    private final ConcurrentLinkedQueue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Db db;
    private final TaskAdmission admission;

    EnqueueBatcher(Db db, TaskAdmission admission) {
        this.db = db;
        this.admission = admission;
    }

    private record Waiting(EnqueueBatch.Call call, long capacity, CompletableFuture<Enqueued> outcome) {
        int size() {
            return call.tasks().size();
        }
    }

    /** Blocks until the tasks are durable or refused. */
    Enqueued enqueue(EnqueueBatch.Call call, long capacity) {
        Waiting mine = new Waiting(call, capacity, new CompletableFuture<>());
        queue.add(mine);
        lock.lock();
        try {
            // Earlier calls are before this one in the queue, so the last batch that this thread runs contains this
            // call.
            while (!mine.outcome().isDone()) {
                serve(next());
            }
        } finally {
            lock.unlock();
        }
        return outcome(mine);
    }

    private static Enqueued outcome(Waiting served) {
        try {
            return served.outcome().join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(failed);
        }
    }

    private List<Waiting> next() {
        List<Waiting> batch = new ArrayList<>();
        Optional<NodeId> node = Optional.empty();
        int tasks = 0;
        for (Waiting next = queue.peek();
                next != null && (batch.isEmpty() || fits(batch.getFirst(), tasks, node, next));
                next = queue.peek()) {
            queue.remove();
            batch.add(next);
            node = node.or(next.call()::node);
            tasks += next.size();
        }
        return batch;
    }

    private static boolean fits(Waiting first, int tasks, Optional<NodeId> node, Waiting next) {
        Optional<NodeId> other = next.call().node();
        return next.capacity() == first.capacity()
                && (node.isEmpty() || other.isEmpty() || node.equals(other))
                && tasks + next.size() <= MOST_TASKS;
    }

    private void serve(List<Waiting> batch) {
        try {
            List<Enqueued> enqueued = admission.admit(
                    db,
                    batch.stream().map(Waiting::call).toList(),
                    batch.getFirst().capacity());
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).outcome().complete(enqueued.get(i));
            }
        } catch (Refusal refusal) {
            batch.forEach(waiting -> waiting.outcome().completeExceptionally(refusal));
        } catch (RuntimeException | Error failure) {
            fail(batch, failure);
        }
    }

    /** One call of the batch may have caused the failure, so each call is repeated with a statement of its own. */
    private void fail(List<Waiting> batch, Throwable failure) {
        if (batch.size() == 1) {
            batch.getFirst().outcome().completeExceptionally(failure);
        } else {
            batch.forEach(waiting -> serve(List.of(waiting)));
        }
    }
}
