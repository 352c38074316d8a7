package dev.guildhall.app.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

public final class BuildVersion {
    private static final String UNKNOWN = "unknown";

    private BuildVersion() {}

    /** The version that the build wrote; {@code unknown} when another tool compiled the classes. */
    public static String text() {
        Properties properties = new Properties();
        try (InputStream in = BuildVersion.class.getResourceAsStream("/version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        String version = properties.getProperty("version", UNKNOWN);
        return version.startsWith("$") ? UNKNOWN : version;
    }
}
