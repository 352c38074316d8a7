package dev.guildhall.app;

import dev.guildhall.app.config.BadConfiguration;
import dev.guildhall.app.config.BuildVersion;
import dev.guildhall.app.config.Config;
import dev.guildhall.app.config.RotationConfig;
import dev.guildhall.app.config.Settings;
import dev.guildhall.app.training.Training;
import dev.guildhall.http.server.PortTaken;
import dev.guildhall.persistence.backup.BackupFailure;
import dev.guildhall.persistence.db.DatabaseStartException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Runs a command. Failures are reported in one line each. */
public final class Main {
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    private Main() {}

    /**
     * Runs the command that the arguments name; {@code start} is the default. Everything else is configured by the
     * environment or {@code guildhall.properties}.
     */
    public static void main(String[] arguments) throws InterruptedException {
        long begun = System.nanoTime();
        ParentWatch.begin();
        Optional<Command> command = Command.of(arguments);
        if (command.isEmpty()) {
            System.err.println("guildhall: " + Command.fault(arguments));
            System.err.print(Command.usage());
            System.exit(MISUSED);
        }
        try {
            run(command.orElseThrow(), arguments, begun);
        } catch (BadConfiguration | StartFailure | PortTaken | DatabaseStartException | BackupFailure failure) {
            String.valueOf(failure.getMessage()).lines().forEach(line -> System.err.println("guildhall: " + line));
            System.exit(FAILED);
        }
    }

    private static void run(Command command, String[] arguments, long begun) throws InterruptedException {
        Map<String, String> environment = System.getenv();
        Path directory = Path.of("").toAbsolutePath();
        switch (command) {
            case START -> start(environment, directory, begun);
            case CHECK_CONFIG -> checkConfig(environment, directory);
            case BACKUP ->
                System.out.println(BackupCommand.backup(config(environment, directory), Path.of(arguments[1])));
            case RESTORE ->
                System.out.println(BackupCommand.restore(config(environment, directory), Path.of(arguments[1])));
            case ROTATE_SECRET_KEY -> {
                Settings settings = Settings.read(environment, directory);
                System.out.println(
                        KeyRotationCommand.run(Config.of(settings, environment), RotationConfig.of(settings)));
            }
            case TRAIN -> System.out.println(train() + " makes starts faster");
            case VERSION ->
                System.out.println("Guildhall " + BuildVersion.text() + ", Java " + Runtime.version() + ", "
                        + System.getProperty("os.name") + " " + System.getProperty("os.arch"));
            case HELP -> System.out.print(Command.usage());
        }
    }

    private static Path train() throws InterruptedException {
        try {
            return Training.run()
                    .orElseThrow(() -> new StartFailure("only the installed program, bin/guildhall, can be trained"));
        } catch (IOException failed) {
            throw new StartFailure("the training run failed: " + failed.getMessage());
        }
    }

    private static Config config(Map<String, String> environment, Path directory) {
        return Config.of(Settings.read(environment, directory), environment);
    }

    private static void checkConfig(Map<String, String> environment, Path directory) {
        ConfigCheck check = ConfigCheck.of(environment, directory);
        System.out.print("Configuration:" + System.lineSeparator() + check.table());
        check.faults().forEach(fault -> System.err.println("guildhall: " + fault));
        if (!check.faults().isEmpty()) {
            System.exit(FAILED);
        }
    }

    private static void start(Map<String, String> environment, Path directory, long begun) throws InterruptedException {
        Settings settings = Settings.read(environment, directory);
        System.out.print("Configuration:" + System.lineSeparator() + settings.table());
        Application application = Application.start(Config.of(settings, environment));
        ProcessExit.closes(application);
        System.out.println(Banner.of(application, (System.nanoTime() - begun) / 1_000_000));
        Training.runInBackground();
        new CountDownLatch(1).await();
    }
}
