package dev.guildhall.integrations.playwright;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs a command in a PID namespace of its own, where the Linux kernel has them and this user may use them: with the
 * command's end the kernel ends all processes that it started, also those that detached and changed their environment.
 */
final class ProcessNamespace {
    private static final Duration PROBE = Duration.ofSeconds(20);
    private static final List<String> OPTIONS = List.of("--pid", "--fork", "--kill-child", "--mount-proc");
    /** The first process of a namespace ignores signals from within it, so a shell is the first one. */
    private static final List<String> INIT = List.of("/bin/sh", "-c", "\"$@\"; exit $?", "sh");

    private ProcessNamespace() {}

    /**
     * What comes before a command to run it so; empty when this machine does not permit it.
     *
     * @param unshare the program of util-linux; absent when it is not installed
     */
    static List<String> prefix(Optional<Path> unshare) {
        return unshare.stream()
                .flatMap(program ->
                        Stream.of(prefix(program, List.of()), prefix(program, List.of("--user", "--map-current-user"))))
                .filter(ProcessNamespace::works)
                .findFirst()
                .orElse(List.of());
    }

    private static List<String> prefix(Path program, List<String> user) {
        List<String> prefix = new ArrayList<>(List.of(program.toString()));
        prefix.addAll(user);
        prefix.addAll(OPTIONS);
        prefix.addAll(INIT);
        return prefix;
    }

    private static boolean works(List<String> prefix) {
        List<String> probe = new ArrayList<>(prefix);
        probe.add("true");
        try {
            Command.output(probe, PROBE);
            return true;
        } catch (RunnerUnavailable notPermitted) {
            return false;
        }
    }
}
