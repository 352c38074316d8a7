package dev.guildhall.persistence.rotation;

import dev.guildhall.persistence.config.DatabaseUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs a rotation in a separate process, which is killed after one of the steps, so that no shutdown hook and no
 * finally block runs.
 */
final class RotationCrash {
    static final int KILLED = 137;

    /** The step after which the process is killed. */
    enum Step {
        PREPARE,
        RESEAL,
        PROMOTE
    }

    private RotationCrash() {}

    static Process start(Step last, DatabaseUrl url, Path folder) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-classpath",
                System.getProperty("java.class.path"),
                RotationCrash.class.getName(),
                last.name(),
                "postgresql://%s:%s@%s/%s?sslmode=disable"
                        .formatted(url.user(), url.password(), url.servers(), url.database()),
                folder.toString());
        return new ProcessBuilder(command).inheritIO().start();
    }

    static void after(Step last, DatabaseUrl url, Path folder) throws IOException, InterruptedException {
        Process process = start(last, url, folder);
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != KILLED) {
            throw new IllegalStateException("it did not die as it should have");
        }
    }

    public static void main(String[] arguments) {
        Step last = Step.valueOf(arguments[0]);
        SecretKeyRotation rotation = new SecretKeyRotation(DatabaseUrl.parse(arguments[1]), Path.of(arguments[2]));
        rotation.prepare(Optional.empty());
        dieIf(last == Step.PREPARE);
        rotation.reseal();
        dieIf(last == Step.RESEAL);
        rotation.promote();
        dieIf(last == Step.PROMOTE);
    }

    private static void dieIf(boolean now) {
        if (now) {
            Runtime.getRuntime().halt(KILLED);
        }
    }
}
