package dev.guildhall.persistence.task;

import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue.Subscription;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Tells this node's listeners of changes, its own and others'. Thread-safe. */
public final class TaskHintListeners implements QueueEvents {
    private static final System.Logger LOG = System.getLogger(TaskHintListeners.class.getName());

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** One listening: the same consumer may listen twice. */
    private record Listener(Consumer<TaskHint> consumer, Object identity) {}

    Subscription listen(Consumer<TaskHint> consumer) {
        Listener listener = new Listener(consumer, new Object());
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void ready(long place) {
        tell(new TaskHint.Ready());
    }

    @Override
    public void ended(List<TaskId> ids) {
        if (!listeners.isEmpty()) {
            ids.forEach(id -> tell(new TaskHint.Ended(id)));
        }
    }

    @Override
    public void unprocessed() {
        tell(new TaskHint.Unprocessed());
    }

    private void tell(TaskHint hint) {
        for (Listener listener : listeners) {
            try {
                listener.consumer().accept(hint);
            } catch (RuntimeException failure) {
                // The change is durable, and one listener's fault is nothing to the others.
                LOG.log(Level.ERROR, "a listener failed", failure);
            }
        }
    }
}
