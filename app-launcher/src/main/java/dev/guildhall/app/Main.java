package dev.guildhall.app;

import dev.guildhall.app.config.BadConfiguration;
import dev.guildhall.app.config.BuildVersion;
import dev.guildhall.app.config.Config;
import dev.guildhall.app.config.RotationConfig;
import dev.guildhall.app.config.Settings;
import dev.guildhall.app.training.Training;
import dev.guildhall.http.server.PortTaken;
import dev.guildhall.persistence.backup.BackupFailure;
import dev.guildhall.persistence.config.DatabaseStartException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Runs a command. Failures are reported in one line each. */
public final class Main {
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    private final Map<String, String> environment;
    private final Path directory;
    private final PrintStream out;
    private final PrintStream err;

    /**
     * A run of the program.
     *
     * @param environment the environment variables
     * @param directory the working directory
     */
    Main(Map<String, String> environment, Path directory, PrintStream out, PrintStream err) {
        this.environment = environment;
        this.directory = directory;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs the command that the arguments name; {@code start} is the default. Everything else is configured by the
     * environment or {@code guildhall.properties}.
     */
    public static void main(String[] arguments) throws InterruptedException {
        ParentWatch.begin();
        int status = new Main(System.getenv(), Path.of("").toAbsolutePath(), System.out, System.err).run(arguments);
        if (status != 0) {
            System.exit(status);
        }
    }

    /**
     * Runs a command; a server that starts runs until the process ends.
     *
     * @return the exit status
     */
    int run(String... arguments) throws InterruptedException {
        long begun = System.nanoTime();
        Optional<Command> command = Command.of(arguments);
        if (command.isEmpty()) {
            err.println("guildhall: " + Command.fault(arguments));
            err.print(Command.usage());
            return MISUSED;
        }
        try {
            return run(command.orElseThrow(), arguments, begun);
        } catch (BadConfiguration | StartFailure | PortTaken | DatabaseStartException | BackupFailure failure) {
            String.valueOf(failure.getMessage()).lines().forEach(line -> err.println("guildhall: " + line));
            return FAILED;
        }
    }

    private int run(Command command, String[] arguments, long begun) throws InterruptedException {
        switch (command) {
            case START -> start(begun);
            case CHECK_CONFIG -> {
                return checkConfig();
            }
            case BACKUP -> out.println(BackupCommand.backup(config(), Path.of(arguments[1])));
            case RESTORE -> out.println(BackupCommand.restore(config(), Path.of(arguments[1])));
            case ROTATE_SECRET_KEY -> {
                Settings settings = Settings.read(environment, directory);
                out.println(KeyRotationCommand.run(Config.of(settings, environment), RotationConfig.of(settings)));
            }
            case TRAIN -> out.println(train() + " makes starts faster");
            case VERSION ->
                out.println("Guildhall " + BuildVersion.text() + ", Java " + Runtime.version() + ", "
                        + System.getProperty("os.name") + " " + System.getProperty("os.arch"));
            case HELP -> out.print(Command.usage());
        }
        return 0;
    }

    private static Path train() throws InterruptedException {
        try {
            return Training.run()
                    .orElseThrow(() -> new StartFailure("only the installed program, bin/guildhall, can be trained"));
        } catch (IOException failed) {
            throw new StartFailure("the training run failed: " + failed.getMessage());
        }
    }

    private Config config() {
        return Config.of(Settings.read(environment, directory), environment);
    }

    private int checkConfig() {
        ConfigCheck check = ConfigCheck.of(environment, directory);
        out.print("Configuration:" + System.lineSeparator() + check.table());
        check.faults().forEach(fault -> err.println("guildhall: " + fault));
        return check.faults().isEmpty() ? 0 : FAILED;
    }

    private void start(long begun) throws InterruptedException {
        Settings settings = Settings.read(environment, directory);
        out.print("Configuration:" + System.lineSeparator() + settings.table());
        Application application = Application.start(Config.of(settings, environment));
        ProcessExit.closes(application);
        out.println(Banner.of(application, (System.nanoTime() - begun) / 1_000_000));
        Training.runInBackground();
        new CountDownLatch(1).await();
    }
}
