package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.TestResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Makes the paths in the messages and texts of a run, or of a count of tests, relative to the suite, so that users do
 * not see where the server stores suites, packages and temporary files.
 */
final class ServerPaths {
    /** The encoding of files as they are searched: it keeps all bytes, whatever the encoding of the text is. */
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private static final int BLOCK = 64 * 1024;
    private static final Pattern SPECIAL = Pattern.compile("[\\\\^$.|?*+()\\[\\]{}]");

    /**
     * A directory of the server.
     *
     * @param path matches it in a text, with the text after its name
     * @param name its replacement
     */
    private record Directory(Pattern path, String name) {
        /** The expression means the same in Java and in JavaScript. */
        static Directory of(String place, String name) {
            String literal = SPECIAL.matcher(place).replaceAll("\\\\$0");
            // A path relative to another directory may climb to the root.
            return new Directory(
                    Pattern.compile("(?:file://|\\.\\.(?:/\\.\\.){0,40})?" + literal + "(/|(?![\\w.-]))"), name);
        }

        String hiddenIn(String text) {
            return path.matcher(text).replaceAll(found -> found.group(1).isEmpty() ? name : below());
        }

        String below() {
            return name.equals(".") ? "" : name + "/";
        }
    }

    private final List<Directory> directories = new ArrayList<>();
    private final List<Directory> directoriesInFiles = new ArrayList<>();

    private ServerPaths() {}

    /** The directories of a start, and those where the programs of this machine are installed. */
    static ServerPaths of(Launcher.Launch launch, Playwright playwright) {
        ServerPaths paths = new ServerPaths();
        Path folder = launch.folder().path();
        // Playwright shows some paths relative to the working directory.
        paths.add(launch.directory().relativize(folder.toAbsolutePath()), ".");
        paths.add(folder, ".");
        playwright.browsers().ifPresent(browsers -> paths.add(browsers, "ms-playwright"));
        paths.add(ProcessLauncher.packages(launch.test()), "node_modules");
        Path suiteAsNamed = launch.suite().directory().toAbsolutePath();
        for (Path suite : new LinkedHashSet<>(List.of(launch.directory(), suiteAsNamed))) {
            paths.add(suite, ".");
            Optional.ofNullable(suite.getParent())
                    .filter(parent -> parent.getNameCount() > 0)
                    .ifPresent(parent -> paths.add(parent, ".."));
        }
        paths.add(playwright.folder(), "playwright");
        return paths;
    }

    private void add(Path place, String name) {
        add(place.toString(), name);
        String inAddress = place.toUri().getRawPath().replaceFirst("/$", "");
        if (place.isAbsolute() && !inAddress.equals(place.toString())) {
            add(inAddress, name);
        }
    }

    private void add(String place, String name) {
        directories.add(Directory.of(place, name));
        directoriesInFiles.add(Directory.of(new String(place.getBytes(StandardCharsets.UTF_8), BYTES), name));
    }

    /** For the reporter: expressions of paths, with the replacement of a path and of what it has before it. */
    List<Map<String, String>> settings() {
        return directories.stream()
                .map(one -> Map.of("path", one.path().pattern(), "name", one.name(), "below", one.below()))
                .toList();
    }

    String hide(String text) {
        return hide(text, directories);
    }

    private static String hide(String text, List<Directory> directories) {
        String hidden = text;
        for (Directory directory : directories) {
            hidden = directory.hiddenIn(hidden);
        }
        return hidden;
    }

    /** A text without the paths; closing it closes the given one. */
    InputStream hide(InputStream text) {
        return new HidingStream(text);
    }

    private final class HidingStream extends InputStream {
        private final InputStream text;
        private final byte[] block = new byte[BLOCK];
        private int filled;
        private byte[] shown = {};
        private int at;

        HidingStream(InputStream text) {
            this.text = text;
        }

        @Override
        public int read() throws IOException {
            return isAtEnd() ? -1 : shown[at++] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (isAtEnd()) {
                return -1;
            }
            int read = Math.min(length, shown.length - at);
            System.arraycopy(shown, at, target, offset, read);
            at += read;
            return read;
        }

        private boolean isAtEnd() throws IOException {
            while (at == shown.length) {
                filled += text.readNBytes(block, filled, BLOCK - filled);
                if (filled == 0) {
                    return true;
                }
                int cut = filled < BLOCK
                        ? filled
                        : endOfLast('\n').orElseGet(() -> endOfLast(' ').orElse(BLOCK));
                shown = hide(new String(block, 0, cut, BYTES), directoriesInFiles)
                        .getBytes(BYTES);
                at = 0;
                filled -= cut;
                System.arraycopy(block, cut, block, 0, filled);
            }
            return false;
        }

        /** A path may go on in the next block, but not after its line. */
        private Optional<Integer> endOfLast(char separator) {
            int end = BLOCK;
            while (end > 0 && block[end - 1] != separator) {
                end--;
            }
            return end == 0 ? Optional.empty() : Optional.of(end);
        }

        @Override
        public void close() throws IOException {
            text.close();
        }
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
                        result.screenshot()));
            case RunEvent.Planned planned -> planned;
            case RunEvent.ScreenshotTaken taken -> taken;
            case RunEvent.ArtifactStored kept -> kept;
            case RunEvent.StatusChanged moved -> moved;
        };
    }
}
