package dev.guildhall.integrations.mcp.stdio;

import dev.guildhall.integrations.mcp.protocol.McpServerOptions.Stdio;
import java.io.IOException;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Starts the processes of servers, with an environment that says nothing of ours but where programs and homes are. */
final class ServerProcess {
    /** What a process is told of the environment of this one: nothing in which secrets are kept. */
    static final Set<String> INHERITED = Set.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "SHELL",
            "LANG",
            "LC_ALL",
            "LC_CTYPE",
            "TZ",
            "TMPDIR",
            "TEMP",
            "TMP",
            "PATHEXT",
            "SYSTEMROOT",
            "SYSTEMDRIVE",
            "COMSPEC",
            "APPDATA",
            "LOCALAPPDATA",
            "USERPROFILE",
            "USERNAME",
            "HOMEDRIVE",
            "HOMEPATH",
            "PROGRAMFILES");

    private static final AtomicLong COUNT = new AtomicLong();

    private ServerProcess() {}

    /**
     * Starts one.
     *
     * @throws IOException when there is no such program, or no such directory
     */
    static Started start(Stdio options) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(options.command());
        options.directory().ifPresent(directory -> builder.directory(directory.toFile()));
        builder.environment().keySet().removeIf(name -> !INHERITED.contains(name));
        builder.environment().putAll(options.environment());
        String mark = mark();
        builder.environment().put(ProcessTree.MARK, mark);
        Process process = builder.start();
        return new Started(process, new ProcessTree(process, mark));
    }

    /** One that no other process of this machine gives, and none gave before. */
    static String mark() {
        ProcessHandle us = ProcessHandle.current();
        long since = us.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        return us.pid() + "." + since + "." + COUNT.incrementAndGet();
    }

    /**
     * One that was started.
     *
     * @param process itself
     * @param tree it and what comes of it
     */
    record Started(Process process, ProcessTree tree) {}
}
