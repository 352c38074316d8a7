package dev.guildhall.persistence.task;

import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue.Subscription;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Publishes durable changes of the queue to the listeners of this node. A task that can be claimed also lowers the
 * marks where this node's claims start. No method blocks or throws.
 */
public class QueueEvents {
    private static final System.Logger LOG = System.getLogger(QueueEvents.class.getName());

    private final LowWaterMark nodeMark;
    private final LowWaterMark workerMark;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** One subscription: the same consumer may subscribe twice. */
    private record Listener(Consumer<TaskHint> consumer, Object identity) {}

    /** For a node that is not notified of the tasks that other nodes insert: all its claims start at the bottom. */
    public QueueEvents() {
        this(LowWaterMark::atBottom);
    }

    QueueEvents(Supplier<LowWaterMark> mark) {
        this.nodeMark = mark.get();
        this.workerMark = mark.get();
    }

    /** Where claims of tasks that wait for a node start. */
    LowWaterMark nodeMark() {
        return nodeMark;
    }

    /** Where claims of tasks that wait for an external worker start. */
    LowWaterMark workerMark() {
        return workerMark;
    }

    Subscription listen(Consumer<TaskHint> consumer) {
        Listener listener = new Listener(consumer, new Object());
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** There may be tasks to claim at this place of the queue or after it. */
    void ready(long place) {
        nodeMark.lower(place);
        workerMark.lower(place);
        publish(new TaskHint.Ready());
    }

    /** Tasks have ended, or their attempts were taken from a node or worker. */
    void ended(List<TaskId> ids) {
        if (!listeners.isEmpty()) {
            ids.forEach(id -> publish(new TaskHint.Ended(id)));
        }
    }

    /** Steps of workflows may have ended. */
    void unprocessed() {
        publish(new TaskHint.Unprocessed());
    }

    private void publish(TaskHint hint) {
        for (Listener listener : listeners) {
            try {
                listener.consumer().accept(hint);
            } catch (RuntimeException failure) {
                // The change is durable, and the other listeners need the hint.
                LOG.log(Level.ERROR, "a listener failed", failure);
            }
        }
    }
}
