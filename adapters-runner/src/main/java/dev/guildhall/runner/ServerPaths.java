package dev.guildhall.runner;

import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.TestResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Makes the paths in the messages of a run, or of a count of tests, relative to the suite, so that users do not see
 * where the server stores suites, packages and temporary files. Thread-safe.
 */
final class ServerPaths {
    /**
     * A directory of the server.
     *
     * @param path matches it in a text, with the text after its name
     * @param name its replacement
     */
    private record Directory(Pattern path, String name) {
        static Directory of(String place, String name) {
            return new Directory(Pattern.compile("(?:file://)?" + Pattern.quote(place) + "(/|(?![\\w.-]))"), name);
        }

        String hiddenIn(String text) {
            String below = name.equals(".") ? "" : name + "/";
            return path.matcher(text).replaceAll(found -> found.group(1).isEmpty() ? name : below);
        }
    }

    private final List<Directory> directories = new ArrayList<>();

    private ServerPaths() {}

    /** The directories of a start, and those where the programs of this machine are installed. */
    static ServerPaths of(Launcher.Launch launch, Playwright playwright) {
        ServerPaths paths = new ServerPaths();
        Path folder = launch.folder().path();
        paths.add(folder, ".");
        // Playwright shows some paths relative to the working directory.
        paths.add(launch.directory().relativize(folder.toAbsolutePath()), ".");
        playwright.browsers().ifPresent(browsers -> paths.add(browsers, "ms-playwright"));
        paths.add(ProcessLauncher.packages(launch.test()), "node_modules");
        for (Path suite : List.of(launch.directory(), launch.suite().directory().toAbsolutePath())) {
            paths.add(suite, ".");
            Optional.ofNullable(suite.getParent())
                    .filter(parent -> parent.getNameCount() > 0)
                    .ifPresent(parent -> paths.add(parent, ".."));
        }
        paths.add(playwright.folder(), "playwright");
        return paths;
    }

    private void add(Path place, String name) {
        directories.add(Directory.of(place.toString(), name));
        if (place.isAbsolute()) {
            // In the address of a file.
            directories.add(Directory.of(place.toUri().getRawPath().replaceFirst("/$", ""), name));
        }
    }

    String hide(String text) {
        String hidden = text;
        for (Directory directory : directories) {
            hidden = directory.hiddenIn(hidden);
        }
        return hidden;
    }

    RunError hide(RunError error) {
        return new RunError(error.code(), hide(error.message()));
    }

    RunEvent hide(RunEvent event) {
        return switch (event) {
            case RunEvent.Logged(String text) -> new RunEvent.Logged(hide(text));
            case RunEvent.Tested(TestResult result) ->
                new RunEvent.Tested(new TestResult(
                        result.test(),
                        result.status(),
                        result.attempts(),
                        result.duration(),
                        result.error().map(this::hide),
                        result.picture()));
            case RunEvent.Planned planned -> planned;
            case RunEvent.Pictured pictured -> pictured;
            case RunEvent.Kept kept -> kept;
            case RunEvent.Moved moved -> moved;
        };
    }
}
