package dev.guildhall.app.queue;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Runs for the time in the task's input, and logs its begin and end. Thread-safe. */
final class ScriptedWork implements TaskExecutor {
    static final TaskType TYPE = new TaskType("scripted");
    private static final String LASTING = "ms";
    private static final String DEAF = "deaf";

    private final Ticker ticker;
    private final WorkLog log;
    private final String node;

    ScriptedWork(Ticker ticker, WorkLog log, String node) {
        this.ticker = ticker;
        this.log = log;
        this.node = node;
    }

    /** The input of a task that runs for these times at its claims, and for the last time at all further claims. */
    static Map<String, Object> lasting(Integer... ms) {
        return Map.of(LASTING, Arrays.asList(ms));
    }

    /** As {@link #lasting}, but the task ignores interrupts. */
    static Map<String, Object> deaf(Integer... ms) {
        return Map.of(LASTING, Arrays.asList(ms), DEAF, true);
    }

    @Override
    public boolean takes(TaskType type) {
        return type.equals(TYPE);
    }

    @Override
    public Map<String, Object> execute(Caller.User owner, Task task) throws InterruptedException {
        log.write(WorkLog.Entry.now(WorkLog.Word.BEGUN, task));
        try {
            work(task);
        } catch (InterruptedException ended) {
            log.write(WorkLog.Entry.now(WorkLog.Word.INTERRUPTED, task));
            throw ended;
        }
        log.write(WorkLog.Entry.now(WorkLog.Word.ENDED, task));
        return Map.of("node", node, "fence", task.fence());
    }

    private void work(Task task) throws InterruptedException {
        if (!(task.spec().input().get(LASTING) instanceof List<?> script)) {
            throw new IllegalStateException("it does not say how long it lasts: " + task.id());
        }
        Number ms = (Number) script.get(Math.min(task.fence(), script.size()) - 1);
        long until = System.nanoTime() + Duration.ofMillis(ms.longValue()).toNanos();
        boolean deaf = task.spec().input().containsKey(DEAF);
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            try {
                ticker.pause(Duration.ofNanos(left));
            } catch (InterruptedException asked) {
                if (!deaf) {
                    throw asked;
                }
            }
        }
    }
}
