package dev.guildhall.app;

import dev.guildhall.wire.secrets.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The secrets that a server gets or generates, and the places where it could reveal them. */
final class ServerSecrets {
    private static final int DEPTH = 4;
    private static final Set<String> MADE = Set.of("password", "app-password", "secret.key");

    private ServerSecrets() {}

    /** Those in the settings of a server. */
    static void learn(Secrets secrets, Map<String, String> settings) {
        settings.forEach((name, value) -> {
            if (name.matches(".*_(SECRET|API_KEY|SECRET_KEY)")) {
                secrets.add(name, value);
            }
            if (name.equals("GUILDHALL_DATABASE_URL")) {
                secrets.add("database password", value.replaceFirst(".*://[^:]*:([^@]*)@.*", "$1"));
            }
        });
    }

    /** Those that a server has generated in its directory: its key, and the password of its database. */
    static void learn(Secrets secrets, Path folder) {
        files(folder)
                .filter(file -> MADE.contains(file.getFileName().toString()))
                .forEach(file ->
                        secrets.add(file.getFileName().toString(), text(file).strip()));
    }

    /** The lines, printed or in the log of the server's database, that contain a secret. */
    static List<String> in(Secrets secrets, String printed, Path folder) {
        Stream<String> logged = files(folder)
                .filter(file -> file.toString().matches(".*(\\.log|stderr\\w*\\.txt)"))
                .flatMap(file -> text(file).lines());
        return Stream.concat(printed.lines(), logged)
                .flatMap(line -> secrets.kindIn(line).stream()
                        .map(kind -> kind + " in " + line.substring(0, Math.min(line.length(), 60)) + "…"))
                .toList();
    }

    /** Fails when a server has revealed a secret in what it printed, or in a file in its folder. */
    static void requireNone(String printed, Path folder) {
        learn(Secrets.OF_THIS_RUN, folder);
        List<String> found = in(Secrets.OF_THIS_RUN, printed, folder);
        if (!found.isEmpty()) {
            throw new AssertionError("the server told a secret: " + String.join("; ", found));
        }
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> found = Files.find(folder, DEPTH, (file, attributes) -> attributes.isRegularFile())) {
            return found.toList().stream();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
