package dev.guildhall.integrations.mcp.stdio;

import dev.guildhall.integrations.process.Liveness;
import dev.guildhall.integrations.process.ProcessMark;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Processes that a Guildhall server started which was then killed, so that it could not end them. They are found by the
 * mark in their environment, where the system shows that.
 */
final class OrphanProcesses {
    private static final Logger LOG = System.getLogger(OrphanProcesses.class.getName());
    private static final int MOST_KILLED = 1000;
    private static final Path PROCESSES = Path.of("/proc");
    private static final Pattern OWNER =
            Pattern.compile("\\x00" + ServerProcess.MARK + "=(\\d{1,18})\\.(\\d{1,18})\\.");

    /** The reported start time of a process changes slightly when the clock is set. */
    private static final Duration SAME_START = Duration.ofMinutes(1);

    private OrphanProcesses() {}

    /** Kills all whose owner has ended. */
    static void end() {
        if (!Files.isDirectory(PROCESSES)) {
            return;
        }
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            all.filter(OrphanProcesses::isOne).limit(MOST_KILLED).forEach(orphan -> {
                LOG.log(
                        Level.INFO,
                        "a process of an MCP server still runs after the end of the server that started it: it is"
                                + " killed");
                orphan.destroyForcibly();
            });
        }
    }

    private static boolean isOne(ProcessHandle process) {
        Path here = PROCESSES.resolve(Long.toString(process.pid()));
        try {
            Matcher owner = OWNER.matcher(ProcessMark.environment(process).orElse(""));
            return owner.find() && isAmongOurs(here) && !runs(owner.group(1), owner.group(2));
        } catch (IOException goneOrSomebodyElses) {
            return false;
        }
    }

    /** In a container the owner's process id means another process than here. */
    private static boolean isAmongOurs(Path process) throws IOException {
        Path ours = Files.readSymbolicLink(PROCESSES.resolve("self/ns/pid"));
        return Files.readSymbolicLink(process.resolve("ns/pid")).equals(ours);
    }

    private static boolean runs(String pid, String startedAt) {
        Instant start = Instant.ofEpochMilli(Long.parseLong(startedAt));
        Optional<ProcessHandle> owner = ProcessHandle.of(Long.parseLong(pid)).filter(Liveness::runs);
        return owner.filter(running -> running.info()
                        .startInstant()
                        .map(at -> Duration.between(start, at).abs().compareTo(SAME_START) < 0)
                        .orElse(true))
                .isPresent();
    }
}
