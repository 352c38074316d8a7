package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.run.TestName;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The suite {@code smoke} that comes with the server (runs-25). */
public final class ShippedSuites {
    private static final String SMOKE = "smoke";
    private static final String SPEC = "smoke.spec.ts";
    private static final List<String> FILES = List.of("suite.json", SPEC);

    private static final Pattern TEST = Pattern.compile("^test\\('([^']+)'", Pattern.MULTILINE);

    /** The user of a container must be able to read the suite. */
    private static final FileAttribute<Set<PosixFilePermission>> READABLE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--"));

    private ShippedSuites() {}

    /**
     * Writes the suite into a directory of suites and creates the directory if needed; replaces the files of an earlier
     * version.
     */
    public static void copyTo(Path suites) {
        try {
            Path folder = Files.createDirectories(suites.resolve(SMOKE));
            for (String file : FILES) {
                copy(file, folder.resolve(file));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("the suite " + SMOKE + " cannot be written to " + suites, failed);
        }
    }

    private static void copy(String name, Path target) throws IOException {
        byte[] bytes = shipped(name);
        if (!Files.exists(target) || !Arrays.equals(bytes, Files.readAllBytes(target))) {
            Path unfinished = Files.createTempFile(target.getParent(), ".", name, READABLE);
            Files.write(unfinished, bytes);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static byte[] shipped(String name) throws IOException {
        try (InputStream content = ShippedSuites.class.getResourceAsStream(SMOKE + "/" + name)) {
            if (content == null) {
                throw new IllegalStateException(name + " is not on the class path");
            }
            return content.readAllBytes();
        }
    }

    /**
     * The tests of the suite in a folder, as Playwright counts them; empty unless its files are exactly those that come
     * with the server. So a server whose users have no suites of their own need not install Playwright to list this
     * one.
     */
    static Optional<List<TestName>> tests(Path folder) throws IOException {
        if (!folder.endsWith(SMOKE) || !isAsShipped(folder)) {
            return Optional.empty();
        }
        Matcher titles = TEST.matcher(new String(shipped(SPEC), StandardCharsets.UTF_8));
        return Optional.of(titles.results()
                .map(title -> new TestName("chromium", SPEC, title.group(1)))
                .toList());
    }

    private static boolean isAsShipped(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            Set<String> names = files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
            if (!names.equals(Set.copyOf(FILES))) {
                return false;
            }
        }
        for (String file : FILES) {
            if (!Arrays.equals(shipped(file), Files.readAllBytes(folder.resolve(file)))) {
                return false;
            }
        }
        return true;
    }
}
