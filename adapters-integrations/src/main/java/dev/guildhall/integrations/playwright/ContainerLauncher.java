package dev.guildhall.integrations.playwright;

import dev.guildhall.integrations.process.ProcessTree;
import dev.guildhall.ports.run.Browser;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Runs the tests in a container of Podman or Docker, through the engine's command line. The suite and its packages are
 * read-only in the container, the folder of the run is writable; all have the same paths as on this machine. The
 * container has no network: a proxy inside it and a socket file in the folder of the run connect its browsers and tests
 * to the target only.
 */
public final class ContainerLauncher extends Launcher {
    private static final Logger LOG = System.getLogger(ContainerLauncher.class.getName());
    /** The first command to an engine may make it open its storage. */
    private static final Duration QUESTION = Duration.ofSeconds(10);
    /** A run ends within 5 s of its cancellation, and its container is removed before. */
    private static final Duration REMOVAL = Duration.ofSeconds(4);

    private static final String LABEL = "guildhall.server";
    private static final String NAME = "guildhall-";
    private static final int MOST_PROCESSES = 2048;
    private static final int KILLED = 128;

    private final Playwright playwright;
    private final RunTargets targets;

    /**
     * A launcher with the container engine on the machine's path.
     *
     * @param targets of these, a container reaches only the target of its run
     */
    public ContainerLauncher(Playwright playwright, RunTargets targets) {
        this.playwright = playwright;
        this.targets = targets;
    }

    /** Podman if it responds, otherwise Docker. */
    private Path engine() throws RunnerUnavailable {
        List<String> why = new ArrayList<>();
        for (String name : List.of("podman", "docker")) {
            Optional<Path> engine = playwright.onPath(name);
            if (engine.isPresent()) {
                try {
                    containers(engine.get());
                    return engine.get();
                } catch (RunnerUnavailable silent) {
                    why.add(silent.what().strip());
                }
            }
        }
        throw new RunnerUnavailable(
                why.isEmpty()
                        ? "a container engine is needed, and neither podman nor docker is on the PATH"
                        : "no container engine responds: " + String.join("; ", why));
    }

    private static List<String> containers(Path engine, String... more) throws RunnerUnavailable {
        List<String> command = new ArrayList<>(
                List.of(engine.toString(), "ps", "--all", "--format", "{{.Names}}", "--filter", "name=" + NAME));
        command.addAll(List.of(more));
        return Command.output(command, QUESTION).lines().toList();
    }

    @Override
    Optional<String> unavailable() {
        try {
            engine();
            return Optional.empty();
        } catch (RunnerUnavailable missing) {
            return Optional.of(missing.what());
        }
    }

    /** The official images have all. */
    @Override
    Set<Browser> browsers() {
        return Set.of(Browser.values());
    }

    @Override
    TestProcess start(Launch launch) throws RunnerUnavailable, IOException {
        Path engine = engine();
        RunFolder folder = launch.folder();
        Map<String, Object> settings = settings(launch, playwright);
        Map<String, String> variables = new TreeMap<>(launch.suite().env());
        variables.putAll(launch.variables());
        settings.put("env", variables);
        List<TargetRelay> relays = new ArrayList<>();
        try {
            if (launch.target().isPresent()) {
                URI target = launch.target().get();
                TargetRelay relay = TargetRelay.on(folder.socket(), onlyTo(target));
                relays.add(relay);
                settings.put("proxy", relay.settings());
                // All that runs in the container has no other way out.
                settings.put("proxyForAll", true);
            }
            folder.write(launch.directory(), settings);
            Map<String, String> environment = ChildEnvironment.of(playwright.environment());
            return TestProcess.start(
                    command(engine, launch, folder.owner()), launch.directory(), environment, folder.log(), process -> {
                        kill(engine, folder, process);
                        relays.forEach(TargetRelay::close);
                    });
        } catch (IOException failed) {
            relays.forEach(TargetRelay::close);
            throw failed;
        }
    }

    private RunTargets onlyTo(URI target) {
        return (host, port) -> host.equalsIgnoreCase(TargetRelay.hostOf(target)) && port == TargetRelay.portOf(target)
                ? targets.reachable(host, port)
                : List.of();
    }

    private List<String> command(Path engine, Launch launch, RunFolder.Owner owner) throws IOException {
        RunFolder folder = launch.folder();
        Path suite = launch.directory();
        boolean ownPackages = launch.test().startsWith(suite);
        Path packages = suite.resolveSibling("node_modules");
        Path test = ownPackages ? launch.test() : packages.resolve(Playwright.TEST);
        List<String> command = new ArrayList<>(List.of(
                engine.toString(),
                "run",
                "--rm",
                "--interactive",
                "--name=" + nameOf(folder),
                "--label=" + LABEL + "=" + folder.server().parent(),
                "--network=none",
                "--memory=" + (2 + launch.workers()) + "g",
                "--pids-limit=" + MOST_PROCESSES,
                "--shm-size=1g",
                "--cap-drop=ALL",
                "--security-opt=no-new-privileges",
                // The server's folders have no SELinux labels for containers, and its files must not be relabelled.
                "--security-opt=label=disable",
                "--log-driver=none",
                "--user=" + owner.user() + ":" + owner.group(),
                "--workdir=" + suite,
                "--env=HOME=" + folder.home(),
                "--env=TMPDIR=" + folder.tmp(),
                "--env=" + folder.mark().name() + "=" + folder.mark().value(),
                "--mount=" + mount(suite, suite) + ",readonly",
                "--mount=" + mount(folder.path(), folder.path())));
        if (!ownPackages) {
            command.add("--mount=" + mount(ProcessLauncher.packages(launch.test()), packages) + ",readonly");
        }
        if (isPodman(engine)) {
            command.add("--http-proxy=false");
            if (!owner.isSubstitute()) {
                command.add("--userns=keep-id");
            }
        }
        command.addAll(List.of(
                "--entrypoint=node",
                image(launch),
                test.resolve("cli.js").toString(),
                "test",
                "--config",
                folder.config().toString()));
        command.addAll(launch.arguments());
        return command;
    }

    private static boolean isPodman(Path engine) {
        return engine.endsWith("podman");
    }

    private static String mount(Path source, Path target) {
        return "type=bind,source=" + source + ",target=" + target;
    }

    private static String image(Launch launch) throws IOException {
        if (launch.suite().image().isPresent()) {
            return launch.suite().image().get();
        }
        String version = Json.LENIENT
                .readTree(launch.test().resolve("package.json").toFile())
                .path("version")
                .asText(Playwright.VERSION);
        return "mcr.microsoft.com/playwright:v" + version + "-noble";
    }

    private static String nameOf(RunFolder folder) {
        return NAME + folder.server().name() + "-" + folder.path().getFileName();
    }

    private static void kill(Path engine, RunFolder folder, Process process) {
        // The container's processes are visible here, unless the engine runs in a virtual machine.
        ProcessTree.kill(folder.mark());
        // The engine has already removed a container whose command line has ended by itself.
        if (process.isAlive() || process.exitValue() > KILLED) {
            remove(engine, nameOf(folder));
        }
        process.destroyForcibly();
    }

    private static void remove(Path engine, String name) {
        boolean interrupted = Thread.interrupted();
        try {
            List<String> command = new ArrayList<>(List.of(engine.toString(), "rm", "--force", "--volumes"));
            if (isPodman(engine)) {
                command.add("--time=0");
            }
            command.add(name);
            Command.output(command, REMOVAL);
        } catch (RunnerUnavailable failed) {
            // Podman and Docker remove containers that have ended by themselves, so often there is no container to
            // remove.
            LOG.log(Level.DEBUG, "the container {0} was not removed: {1}", name, failed.what());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Whether the exit code is one that the engines use when a container could not be started. */
    @Override
    boolean isStartFailure(int exit) {
        return exit >= 125 && exit <= 127;
    }

    @Override
    void sweep(ServerFolder server) {
        try {
            Path engine = engine();
            for (String name : containers(engine, "--filter", "label=" + LABEL + "=" + server.parent())) {
                String process = name.substring(NAME.length(), name.lastIndexOf('-'));
                if (!ServerFolder.isLive(process)) {
                    remove(engine, name);
                }
            }
        } catch (RunnerUnavailable missing) {
            LOG.log(Level.WARNING, "containers of former servers are not removed: {0}", missing.what());
        }
    }
}
