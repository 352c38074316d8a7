package dev.guildhall.http.pages;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads resource files of the program. */
final class ClassPath {
    private ClassPath() {}

    static Optional<byte[]> find(String name) {
        try (InputStream in = ClassPath.class.getResourceAsStream(name)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    static String text(String name) {
        return new String(
                find(name).orElseThrow(() -> new IllegalStateException("the program lacks its resource " + name)),
                StandardCharsets.UTF_8);
    }
}
