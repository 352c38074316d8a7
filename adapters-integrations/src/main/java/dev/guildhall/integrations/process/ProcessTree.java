package dev.guildhall.integrations.process;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process and its descendants. When a process's parent has ended, the system does not report it as a descendant any
 * more; it is then recognized by an earlier record, or by the mark in its environment, where the system shows that.
 */
public final class ProcessTree {
    /** How long a process may take to end after its input has ended, and again after it was asked to end. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    /** How long killed processes may take to end: one that waits for a device does not end at once. */
    private static final Duration END = Duration.ofSeconds(2);

    /** How often processes are searched that were started while others were killed. */
    private static final int ROUNDS = 5;

    private static final int MOST_RECORDED = 1000;

    private static final Logger LOG = System.getLogger(ProcessTree.class.getName());

    private final Process root;
    private final ProcessMark mark;
    private final Set<ProcessHandle> seen = ConcurrentHashMap.newKeySet();

    public ProcessTree(Process root, ProcessMark mark) {
        this.root = root;
        this.mark = mark;
    }

    /** Records which processes belong to the tree now. */
    public void record() {
        try (Stream<ProcessHandle> descendants = root.descendants()) {
            descendants.limit(MOST_RECORDED).forEach(seen::add);
        }
        if (seen.size() > MOST_RECORDED) {
            seen.removeIf(process -> !Liveness.runs(process));
        }
    }

    /** Waits a short time for the root to end by itself, asks all processes to end, and then kills them. */
    public void stop() {
        record();
        if (!ended(GRACE)) {
            record();
            Stream.concat(Stream.of(root.toHandle()), seen.stream()).forEach(ProcessHandle::destroy);
            ended(GRACE);
        }
        kill();
    }

    /** Kills all of them at once, and waits until they have ended. */
    public void kill() {
        record();
        root.destroyForcibly();
        long deadline = System.nanoTime() + END.toNanos();
        kill(mark, seen, deadline);
        ended(left(deadline));
    }

    /** Kills the processes with a mark, and waits until they have ended. */
    public static void kill(ProcessMark mark) {
        kill(mark, Set.of(), System.nanoTime() + END.toNanos());
    }

    private static void kill(ProcessMark mark, Set<ProcessHandle> others, long deadline) {
        Set<ProcessHandle> known = new HashSet<>(others);
        for (int round = 0; round < ROUNDS; round++) {
            known.addAll(mark.processes());
            known.removeIf(process -> !Liveness.runs(process));
            if (known.isEmpty()) {
                return;
            }
            Set<ProcessHandle> killed = new HashSet<>(known);
            killed.forEach(process -> process.descendants().forEach(known::add));
            killed.forEach(ProcessHandle::destroyForcibly);
            if (!Liveness.awaitEnd(killed, left(deadline))) {
                LOG.log(Level.WARNING, "a process was killed and still runs");
            }
        }
    }

    private static Duration left(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    private boolean ended(Duration atMost) {
        try {
            return root.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
