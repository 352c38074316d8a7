package dev.guildhall.integrations.mcp.stdio;

import dev.guildhall.integrations.mcp.protocol.CallDeadline;
import dev.guildhall.integrations.mcp.protocol.McpLimits;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process and its descendants. When a process's parent has ended, the system does not report it as a descendant any
 * more; it is then recognized by an earlier record, or by the mark in its environment, where the system shows that.
 */
final class ProcessTree {
    /** The environment variable that marks the processes of one tree. */
    static final String MARK = "MCP_PROCESS_OF_GUILDHALL";

    private static final Logger LOG = System.getLogger(ProcessTree.class.getName());
    private static final Path PROCESSES = Path.of("/proc");

    private final Process root;
    private final String mark;
    private final Set<ProcessHandle> seen = ConcurrentHashMap.newKeySet();

    ProcessTree(Process root, String mark) {
        this.root = root;
        this.mark = mark;
    }

    /** Records which processes belong to the tree now. */
    void look() {
        try (Stream<ProcessHandle> descendants = root.descendants()) {
            descendants.limit(McpLimits.PROCESSES).forEach(seen::add);
        }
        if (seen.size() > McpLimits.PROCESSES) {
            seen.removeIf(process -> !Liveness.runs(process));
        }
    }

    /** Waits a short time for the root to end by itself, asks all processes to end, and then kills them. */
    void stop() {
        look();
        if (!ended(McpLimits.GRACE.toMillis())) {
            look();
            Stream.concat(Stream.of(root.toHandle()), seen.stream()).forEach(ProcessHandle::destroy);
            ended(McpLimits.GRACE.toMillis());
        }
        kill();
    }

    /** Kills all of them at once, and waits until they have ended. */
    void kill() {
        look();
        root.destroyForcibly();
        CallDeadline deadline = CallDeadline.in(McpLimits.LAST_GRACE);
        for (int round = 0; round < McpLimits.KILL_ROUNDS; round++) {
            Set<ProcessHandle> alive = marked();
            alive.addAll(seen);
            alive.removeIf(process -> !Liveness.runs(process));
            if (alive.isEmpty()) {
                break;
            }
            alive.forEach(process -> process.descendants().forEach(seen::add));
            alive.forEach(ProcessHandle::destroyForcibly);
            if (!Liveness.awaitEnd(alive, deadline)) {
                LOG.log(Level.WARNING, "a process of an MCP server was killed and still runs");
            }
        }
        ended(deadline.left().toMillis());
    }

    private boolean ended(long millis) {
        try {
            return root.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The processes with the mark, without the root. */
    private Set<ProcessHandle> marked() {
        Set<ProcessHandle> marked = new HashSet<>();
        if (Files.isDirectory(PROCESSES)) {
            try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
                all.filter(process -> process.pid() != root.pid() && carriesMark(process.pid()))
                        .limit(McpLimits.PROCESSES)
                        .forEach(marked::add);
            }
        }
        return marked;
    }

    private boolean carriesMark(long pid) {
        try {
            byte[] environment = Files.readAllBytes(PROCESSES.resolve(pid + "/environ"));
            return ("\0" + new String(environment, StandardCharsets.ISO_8859_1))
                    .contains("\0" + MARK + "=" + mark + "\0");
        } catch (IOException goneOrSomebodyElses) {
            return false;
        }
    }
}
