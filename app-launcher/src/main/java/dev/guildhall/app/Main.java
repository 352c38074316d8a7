package dev.guildhall.app;

import dev.guildhall.app.config.BadConfiguration;
import dev.guildhall.app.config.Config;
import dev.guildhall.app.config.RotationConfig;
import dev.guildhall.app.config.Settings;
import dev.guildhall.http.server.PortTaken;
import dev.guildhall.persistence.db.DatabaseStartException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Starts the server, and stops it when the process is asked to end. Start failures are reported in one line each. */
public final class Main {
    private static final String START = "start";

    private Main() {}

    /**
     * Runs a command: {@code start}, which is the default, or {@code rotate-secret-key}. Everything else is configured
     * by the environment or {@code guildhall.properties}.
     */
    public static void main(String[] arguments) throws InterruptedException {
        long begun = System.nanoTime();
        ParentWatch.begin();
        try {
            String command = arguments.length == 0 ? START : String.join(" ", arguments);
            switch (command) {
                case START -> start(System.getenv(), begun);
                case KeyRotationCommand.NAME -> {
                    rotateSecretKey(System.getenv());
                    return;
                }
                default ->
                    throw new StartFailure("there is no command " + command + "; there are " + START + " and "
                            + KeyRotationCommand.NAME);
            }
        } catch (BadConfiguration | StartFailure | PortTaken | DatabaseStartException failure) {
            String.valueOf(failure.getMessage()).lines().forEach(line -> System.err.println("guildhall: " + line));
            System.exit(1);
        }
        new CountDownLatch(1).await();
    }

    private static void rotateSecretKey(Map<String, String> environment) {
        Settings settings = Settings.read(environment, Path.of("").toAbsolutePath());
        System.out.println(KeyRotationCommand.run(Config.of(settings, environment), RotationConfig.of(settings)));
    }

    private static void start(Map<String, String> environment, long begun) {
        Settings settings = Settings.read(environment, Path.of("").toAbsolutePath());
        System.out.print("Configuration:" + System.lineSeparator() + settings.table());
        Application application = Application.start(Config.of(settings, environment));
        ProcessExit.closes(application);
        System.out.println(Banner.of(application, (System.nanoTime() - begun) / 1_000_000));
    }
}
