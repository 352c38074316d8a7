package dev.guildhall.integrations.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An environment variable of a process, which the processes that it starts inherit. Only Linux shows the environment of
 * other processes; on other systems none are found.
 *
 * @param value may be the path of a folder: folders below it are found too
 */
public record ProcessMark(String name, String value) {
    private static final Path PROCESSES = Path.of("/proc");

    /** The processes of this machine that have the variable, without this process. */
    public List<ProcessHandle> processes() {
        if (!Files.isDirectory(PROCESSES)) {
            return List.of();
        }
        String variable = "\0" + name + "=" + value;
        long self = ProcessHandle.current().pid();
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(process -> process.pid() != self
                            && environment(process)
                                    .filter(environment -> contains(environment, variable))
                                    .isPresent())
                    .toList();
        }
    }

    private static boolean contains(String environment, String variable) {
        int at = environment.indexOf(variable);
        while (at >= 0 && !endsAt(environment, at + variable.length())) {
            at = environment.indexOf(variable, at + 1);
        }
        return at >= 0;
    }

    private static boolean endsAt(String environment, int end) {
        return end == environment.length() || environment.charAt(end) == '\0' || environment.charAt(end) == '/';
    }

    /** The variables of a process, a NUL before each, a byte as a character; empty when the system does not show them. */
    public static Optional<String> environment(ProcessHandle process) {
        try {
            byte[] bytes = Files.readAllBytes(PROCESSES.resolve(process.pid() + "/environ"));
            return Optional.of("\0" + new String(bytes, StandardCharsets.ISO_8859_1));
        } catch (IOException goneOrForeign) {
            return Optional.empty();
        }
    }
}
