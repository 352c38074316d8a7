package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Browser;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.SuiteRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

public final class PlaywrightRunner implements SuiteRunner {
    private static final Logger LOG = System.getLogger(PlaywrightRunner.class.getName());
    private static final Duration LOOK = Duration.ofMillis(50);

    private final Playwright playwright;
    private final Launcher launcher;
    private final RunTargets targets;
    private final ServerFolder server;
    private final BlobStore blobs;

    /**
     * Creates a runner.
     *
     * @param launcher starts the tests
     * @param targets what the browsers may reach, as the launcher has it
     * @param server contains the folders of runs while they run
     */
    public PlaywrightRunner(
            Playwright playwright, Launcher launcher, RunTargets targets, ServerFolder server, BlobStore blobs) {
        this.playwright = playwright;
        this.launcher = launcher;
        this.targets = targets;
        this.server = server;
        this.blobs = blobs;
    }

    @Override
    public Optional<String> unavailable() {
        return launcher.unavailable();
    }

    @Override
    public Set<Browser> browsers() {
        return launcher.browsers();
    }

    @Override
    public Optional<String> refusal(URI target) {
        try {
            return targets.reachable(TargetRelay.hostOf(target), TargetRelay.portOf(target))
                            .isEmpty()
                    ? Optional.of("is an address inside this network, and GUILDHALL_RUN_TARGETS does not list it")
                    : Optional.empty();
        } catch (UnknownHostException unknown) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<RunError> run(Assignment assignment, Consumer<RunEvent> events) throws InterruptedException {
        try (RunFolder folder = RunFolder.in(server)) {
            BaselineScope scope = BaselineScope.of(assignment);
            return run(scope.narrow(assignment), event -> events.accept(scope.widen(event)), folder);
        } catch (RunnerUnavailable missing) {
            return Optional.of(new RunError(RunError.Code.CONTAINER_ERROR, missing.what()));
        } catch (RunFailed failed) {
            return Optional.of(failed.error());
        } catch (IOException | UncheckedIOException failed) {
            return crashed(failed);
        } catch (Refusal refused) {
            if (refused.problem() instanceof CommonProblem.Unavailable gone && gone.isFull()) {
                return crashed(refused);
            }
            throw refused;
        }
    }

    /** The run's error when the runner itself failed, for example because the disk is full: the user must see it. */
    private static Optional<RunError> crashed(Exception failed) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        LOG.log(Level.ERROR, "the runner failed", failed);
        return Optional.of(new RunError(RunError.Code.RUNNER_CRASHED, "the runner failed: " + reason(failed)));
    }

    /** The reason, without the path of a file. */
    static String reason(Exception failed) {
        Throwable cause = failed.getCause() instanceof IOException io ? io : failed;
        return Optional.ofNullable(
                        switch (cause) {
                            case FileSystemException file -> file.getReason();
                            case Refusal refusal -> refusal.problem().message();
                            default -> cause.getMessage();
                        })
                .orElseGet(() -> cause.getClass().getSimpleName());
    }

    private Optional<RunError> run(Assignment assignment, Consumer<RunEvent> events, RunFolder folder)
            throws RunnerUnavailable, RunFailed, IOException, InterruptedException {
        folder.copy(assignment.baselines(), blobs);
        Launcher.Launch launch = launch(assignment, folder);
        ServerPaths paths = ServerPaths.of(launch, playwright);
        Consumer<RunEvent> told = event -> events.accept(paths.hide(event));
        try (RunEventReader reader = new RunEventReader(folder, blobs, paths, events);
                TestProcess process = launcher.start(launch);
                LogReader log = new LogReader(folder.log(), told)) {
            boolean ended = false;
            while (!ended) {
                ended = process.awaitEnd(LOOK);
                log.read();
                reader.read();
            }
            String printed = process.lastPrinted();
            process.end();
            log.finish();
            if (reader.tests().isEmpty() && launcher.isStartFailure(process.exitCode())) {
                return Optional.of(new RunError(RunError.Code.CONTAINER_ERROR, paths.hide(printed)));
            }
            reader.keepReport();
            return reader.failure(process, printed).map(paths::hide);
        }
    }

    private Launcher.Launch launch(Assignment assignment, RunFolder folder) throws RunnerUnavailable, IOException {
        Path suite = assignment.suite().directory().toRealPath();
        return new Launcher.Launch(
                assignment.suite(),
                suite,
                playwright.forSuite(assignment.suite().directory()),
                folder,
                RunSettings.of(assignment),
                RunSettings.environment(assignment),
                RunSettings.filters(assignment),
                Optional.of(assignment.request().target()),
                assignment.request().options().workers().orElse(1));
    }

    @Override
    public void sweep() {
        launcher.sweep(server);
        server.sweep();
    }
}
