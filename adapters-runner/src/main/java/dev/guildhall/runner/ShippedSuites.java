package dev.guildhall.runner;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;

/** The suite {@code smoke} that comes with the server (contract 7). */
public final class ShippedSuites {
    private static final String SMOKE = "smoke";
    private static final List<String> FILES = List.of("suite.json", "smoke.spec.ts");

    private ShippedSuites() {}

    /** Writes the suite into a directory of suites, which is made when it is not there; the files of a former version too. */
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
        try (InputStream content = ShippedSuites.class.getResourceAsStream(SMOKE + "/" + name)) {
            if (content == null) {
                throw new IllegalStateException(name + " is not on the class path");
            }
            byte[] bytes = content.readAllBytes();
            if (!Files.exists(target) || !Arrays.equals(bytes, Files.readAllBytes(target))) {
                Path unfinished = Files.createTempFile(target.getParent(), ".", name);
                Files.write(unfinished, bytes);
                Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
