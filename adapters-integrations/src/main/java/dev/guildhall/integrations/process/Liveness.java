package dev.guildhall.integrations.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** Whether processes that are not children of this process still run. */
public final class Liveness {
    private static final Path PROCESSES = Path.of("/proc");
    private static final long POLL_MS = 5;

    private Liveness() {}

    /** Whether it runs: a process that has ended, but that its parent has not yet waited for, does not run. */
    public static boolean runs(ProcessHandle process) {
        return process.isAlive() && !hasEnded(process.pid());
    }

    /** Waits until none of them runs; false when one still runs after that time, or the thread is interrupted. */
    static boolean awaitEnd(Collection<ProcessHandle> processes, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        while (processes.stream().anyMatch(Liveness::runs)) {
            try {
                // The system does not notify this process of the end of a process that is not its child.
                TimeUnit.MILLISECONDS.sleep(POLL_MS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
            if (System.nanoTime() - end >= 0) {
                return false;
            }
        }
        return true;
    }

    /** Read from the state letter in Linux's process status, after the name, which may contain any character. */
    private static boolean hasEnded(long pid) {
        try {
            byte[] stat = Files.readAllBytes(PROCESSES.resolve(pid + "/stat"));
            String text = new String(stat, StandardCharsets.ISO_8859_1);
            int at = text.lastIndexOf(')');
            return at >= 0 && at + 2 < text.length() && "ZX".indexOf(text.charAt(at + 2)) >= 0;
        } catch (IOException notToBeSeen) {
            return false;
        }
    }
}
