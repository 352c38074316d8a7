package dev.guildhall.integrations.mcp.stdio;

import dev.guildhall.integrations.mcp.protocol.McpServerOptions.Stdio;
import dev.guildhall.integrations.process.ProcessMark;
import dev.guildhall.integrations.process.ProcessTree;
import java.io.IOException;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Starts servers' processes, with only the locations of programs and homes from this process's environment. */
final class ServerProcess {
    /** The variables that a process gets from this process's environment: none that may contain secrets. */
    static final Set<String> INHERITED =
            Set.of(("PATH HOME USER LOGNAME SHELL LANG LC_ALL LC_CTYPE TZ TMPDIR TEMP TMP PATHEXT"
                            + " SYSTEMROOT SYSTEMDRIVE COMSPEC APPDATA LOCALAPPDATA USERPROFILE USERNAME HOMEDRIVE"
                            + " HOMEPATH PROGRAMFILES")
                    .split(" "));

    /** The environment variable that marks the processes of one tree. */
    static final String MARK = "MCP_PROCESS_OF_GUILDHALL";

    private static final AtomicLong COUNT = new AtomicLong();

    private ServerProcess() {}

    static Started start(Stdio options) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(options.command());
        options.directory().ifPresent(directory -> builder.directory(directory.toFile()));
        builder.environment().keySet().removeIf(name -> !INHERITED.contains(name));
        builder.environment().putAll(options.environment());
        ProcessMark mark = mark();
        builder.environment().put(mark.name(), mark.value());
        Process process = builder.start();
        return new Started(process, new ProcessTree(process, mark));
    }

    /** A mark that is unique on this machine. */
    static ProcessMark mark() {
        ProcessHandle us = ProcessHandle.current();
        long since = us.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        return new ProcessMark(MARK, us.pid() + "." + since + "." + COUNT.incrementAndGet());
    }

    /** A started process, with its descendants. */
    record Started(Process process, ProcessTree tree) {}
}
