package dev.guildhall.app;

import dev.guildhall.wire.secrets.Secrets;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A run of {@link Main} in this JVM that has ended: of a command, or of a start that was refused. What it prints and
 * logs must contain no secret.
 *
 * @param status the exit status
 */
record MainRun(int status, String printed, List<String> errorLines) {
    /** Runs to the end; the working directory is the folder. */
    static MainRun of(Path folder, Map<String, String> settings, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Map<String, String> environment = new HashMap<>(settings);
        environment.putIfAbsent("GUILDHALL_DATA_DIR", folder.resolve("data").toString());
        ServerSecrets.learn(Secrets.OF_THIS_RUN, environment);
        try (CapturedLog log = new CapturedLog()) {
            int status = new Main(
                            environment,
                            folder,
                            new PrintStream(out, true, StandardCharsets.UTF_8),
                            new PrintStream(err, true, StandardCharsets.UTF_8))
                    .run(arguments);
            String printed = out.toString(StandardCharsets.UTF_8);
            String errors = err.toString(StandardCharsets.UTF_8);
            ServerSecrets.requireNone(String.join("\n", printed, errors, log.text()), folder);
            return new MainRun(status, printed, errors.lines().toList());
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
