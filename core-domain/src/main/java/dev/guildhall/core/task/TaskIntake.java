package dev.guildhall.core.task;

import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.task.DirectDispatch;
import dev.guildhall.ports.task.Enqueued;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskQueue;
import dev.guildhall.ports.task.TaskState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Enqueues tasks. When the node of this process has free slots and no other task waits, the node starts the tasks as
 * soon as they are durable: that saves a statement for each task, and a round trip before it starts.
 */
public final class TaskIntake {
    private final TaskQueue store;
    private final Threads threads;
    private final AtomicReference<Optional<Dispatcher>> node = new AtomicReference<>(Optional.empty());

    public TaskIntake(TaskQueue store, Threads threads) {
        this.store = store;
        this.threads = threads;
    }

    /** From now on the node may start new tasks directly. */
    void opened(Dispatcher here) {
        node.set(Optional.of(here));
    }

    /** From now on all new tasks wait. */
    void closed() {
        node.set(Optional.empty());
    }

    /**
     * As the store's {@code enqueue}.
     *
     * @return the tasks in their order, as they were when they had just been enqueued
     */
    @SuppressWarnings("try") // The work is only held.
    Enqueued enqueue(List<NewTask> tasks, long capacity) {
        Optional<Dispatcher> here = node.get();
        try (Threads.Work work = threads.begin()) {
            Optional<DirectDispatch> offer = here.flatMap(one -> one.offer(tasks.size()));
            return offer.isPresent()
                    ? enqueue(tasks, capacity, here.orElseThrow(), offer.get())
                    : store.enqueue(tasks, capacity);
        }
    }

    private Enqueued enqueue(List<NewTask> tasks, long capacity, Dispatcher here, DirectDispatch offer) {
        Enqueued enqueued;
        try {
            enqueued = store.enqueue(tasks, capacity, Optional.of(offer));
        } catch (RuntimeException | Error lost) {
            here.reconcile(offer);
            throw lost;
        }
        List<Task> kept = enqueued.kept().orElse(List.of());
        here.accept(
                offer,
                kept.stream()
                        .filter(task -> task.state() instanceof TaskState.Running)
                        .toList());
        return enqueued instanceof Enqueued.Kept
                ? new Enqueued.Kept(kept.stream().map(Task::asKept).toList())
                : enqueued;
    }
}
