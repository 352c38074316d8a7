package dev.guildhall.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

public final class ClassPath {
    private ClassPath() {}

    public static Optional<byte[]> find(String name) {
        try (InputStream in = ClassPath.class.getResourceAsStream(name)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    public static byte[] bytes(String name) {
        return find(name).orElseThrow(() -> new IllegalStateException("the program lacks its resource " + name));
    }

    public static String text(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }
}
