package dev.guildhall.integrations.playwright;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Ends processes with all processes that they have started. */
final class ProcessKiller {
    /** The environment variable of every process of a run: the path of its folder. */
    static final String MARK = "GUILDHALL_RUN_FOLDER";

    private static final int ROUNDS = 20;
    /** How long a killed process may take to end: a process that waits for a device does not end at once. */
    private static final int MOST_MS = 200;

    private ProcessKiller() {}

    /** Kills a process and its descendants, and the processes of a run whose parents have ended. */
    static void kill(ProcessHandle root, String folder) {
        Set<ProcessHandle> all = new HashSet<>(root.descendants().toList());
        root.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        killMarked(folder);
    }

    /**
     * Kills the processes whose environment names a folder, or one below it. Only Linux shows the environment of other
     * processes; on other systems none are found, and only the descendants are known.
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

    /** Whether the mark is at this position, followed by the end of the variable or a path below the folder. */
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
