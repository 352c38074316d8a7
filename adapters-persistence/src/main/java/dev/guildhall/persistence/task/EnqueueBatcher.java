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
 * Callers who bring tasks at once share one statement and its commit, first come first served. There is no timer: who
 * comes alone goes at once, and who comes while a statement is under way goes with the next. As many wait as there are
 * callers. Thread-safe.
 */
final class EnqueueBatcher {
    /** The most tasks of one statement, unless one call brings more. */
    private static final int MOST_TASKS = 1_000;

    private final ConcurrentLinkedQueue<Call> waiting = new ConcurrentLinkedQueue<>();
    private final ReentrantLock turn = new ReentrantLock(true);
    private final Db db;
    private final TaskAdmission admission;

    EnqueueBatcher(Db db, TaskAdmission admission) {
        this.db = db;
        this.admission = admission;
    }

    private record Call(EnqueueBatch.Call wanted, long capacity, CompletableFuture<Enqueued> kept) {
        int size() {
            return wanted.tasks().size();
        }
    }

    /** Blocks until the tasks are durable, or refused. */
    Enqueued enqueue(EnqueueBatch.Call wanted, long capacity) {
        Call call = new Call(wanted, capacity, new CompletableFuture<>());
        waiting.add(call);
        turn.lock();
        try {
            // Whoever came before is before in the line too: it ends with this call at the latest.
            while (!call.kept().isDone()) {
                serve(next());
            }
        } finally {
            turn.unlock();
        }
        return kept(call);
    }

    private static Enqueued kept(Call call) {
        try {
            return call.kept().join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(failed);
        }
    }

    private List<Call> next() {
        List<Call> calls = new ArrayList<>();
        Optional<NodeId> node = Optional.empty();
        int tasks = 0;
        for (Call call = waiting.peek();
                call != null && (calls.isEmpty() || fits(calls.getFirst(), tasks, node, call));
                call = waiting.peek()) {
            waiting.remove();
            calls.add(call);
            node = node.or(call.wanted()::node);
            tasks += call.size();
        }
        return calls;
    }

    private static boolean fits(Call first, int tasks, Optional<NodeId> node, Call call) {
        Optional<NodeId> other = call.wanted().node();
        return call.capacity() == first.capacity()
                && (node.isEmpty() || other.isEmpty() || node.equals(other))
                && tasks + call.size() <= MOST_TASKS;
    }

    private void serve(List<Call> calls) {
        try {
            List<Enqueued> kept = admission.admit(
                    db,
                    calls.stream().map(Call::wanted).toList(),
                    calls.getFirst().capacity());
            for (int i = 0; i < calls.size(); i++) {
                calls.get(i).kept().complete(kept.get(i));
            }
        } catch (Refusal refusal) {
            calls.forEach(call -> call.kept().completeExceptionally(refusal));
        } catch (RuntimeException | Error failure) {
            fail(calls, failure);
        }
    }

    /** What one call did wrong is nothing to the others. */
    private void fail(List<Call> calls, Throwable failure) {
        if (calls.size() == 1) {
            calls.getFirst().kept().completeExceptionally(failure);
        } else {
            calls.forEach(call -> serve(List.of(call)));
        }
    }
}
