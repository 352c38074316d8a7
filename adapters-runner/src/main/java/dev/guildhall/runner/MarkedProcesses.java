package dev.guildhall.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Ends processes with all that they have started. */
final class MarkedProcesses {
    /** The variable that every process of a run has: its folder. */
    static final String MARK = "GUILDHALL_RUN_FOLDER";

    private static final int ROUNDS = 20;
    /** How long a process that was killed may take to end: one that waits for a device does not end at once. */
    private static final int MOST_MS = 200;

    private MarkedProcesses() {}

    /** Kills a process and its descendants, and those of a run that have been left by their parents. */
    static void kill(ProcessHandle root, String folder) {
        Set<ProcessHandle> all = new HashSet<>(root.descendants().toList());
        root.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        killMarked(folder);
    }

    /**
     * Kills the processes whose environment names a folder, or one below it. Only Linux shows the environment of others;
     * elsewhere nothing is found, and the descendants are all that is known.
     */
    static void killMarked(String folder) {
        for (int round = 0; round < ROUNDS; round++) {
            List<ProcessHandle> marked = marked(folder);
            if (marked.isEmpty()) {
                return;
            }
            marked.forEach(ProcessHandle::destroyForcibly);
            marked.forEach(process -> process.onExit()
                    .completeOnTimeout(process, MOST_MS, TimeUnit.MILLISECONDS)
                    .join());
        }
    }

    /** The processes whose environment names a folder, or one below it. */
    static List<ProcessHandle> marked(String folder) {
        byte[] mark = (MARK + "=" + folder).getBytes(StandardCharsets.UTF_8);
        long self = ProcessHandle.current().pid();
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(process -> process.pid() != self && isMarked(process, mark))
                    .toList();
        }
    }

    private static boolean isMarked(ProcessHandle process, byte[] mark) {
        try {
            byte[] environment = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/environ"));
            for (int i = 0; i + mark.length <= environment.length; i++) {
                boolean begins = i == 0 || environment[i - 1] == 0;
                if (begins && matches(environment, i, mark)) {
                    return true;
                }
            }
            return false;
        } catch (IOException goneOrForeign) {
            return false;
        }
    }

    /** The mark, and behind it the end of the variable or a path below the folder. */
    private static boolean matches(byte[] environment, int from, byte[] mark) {
        for (int i = 0; i < mark.length; i++) {
            if (environment[from + i] != mark[i]) {
                return false;
            }
        }
        int end = from + mark.length;
        return end == environment.length || environment[end] == 0 || environment[end] == '/';
    }
}
