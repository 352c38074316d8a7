package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.testkit.contract.Needs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * In containers of Podman, whose root file system is this machine's own, since images of 2 GB are too large for tests.
 */
@Timeout(180)
class ContainerRunnerIT
        implements SuiteRunnerContract, OwnConfigurationContract, ScreenshotsContract, HostileSuiteContract {
    private static final String IMAGE = "mcr.microsoft.com/playwright:v" + Playwright.VERSION + "-noble";

    private static Optional<TestSuites> shared = Optional.empty();

    private final TestSuites suites = shared.orElseThrow();

    @BeforeAll
    static void needs_an_engine(@TempDir Path folder) throws IOException {
        Path podman = Needs.orSkip(
                new Playwright(folder, System.getenv(), Optional.empty()).onPath("podman"),
                "there is no Podman on the PATH");
        Path programs = Files.createDirectory(folder.resolve("bin"));
        try (InputStream script = ContainerRunnerIT.class.getResourceAsStream("podman")) {
            String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
            Files.writeString(programs.resolve("podman"), text.replace("@podman@", podman.toString()));
        }
        Files.setPosixFilePermissions(programs.resolve("podman"), PosixFilePermissions.fromString("rwxr-xr-x"));
        shared = Optional.of(new TestSuites(folder, programs + ":" + System.getenv("PATH"), TestSuites::inContainers));
        List<String> found = inContainer("for program in node chromium-headless-shell chromium google-chrome;"
                        + " do if command -v $program >/dev/null; then echo $program; fi; done")
                .lines()
                .toList();
        Needs.orSkip(found.stream().filter("node"::equals).findAny(), "there is no Node.js in containers");
        Needs.orSkip(
                found.stream().filter(name -> !name.equals("node")).findAny(), "there is no Chromium in containers");
    }

    /** What a shell in a container prints; the tests are skipped when this machine starts no container. */
    private static String inContainer(String script) {
        try {
            return podman("run", "--rm", "--network=none", "--entrypoint=sh", IMAGE, "-c", script);
        } catch (RunnerUnavailable refused) {
            return Needs.orSkip(Optional.empty(), "Podman starts no container: " + refused.getMessage());
        }
    }

    @Override
    public TestSuites suites() {
        return suites;
    }

    @Test
    void a_container_reaches_the_target_alone_and_changes_nothing_but_its_folder() throws Exception {
        try (Target target = new Target();
                Target other = new Target()) {
            suites.with(
                            "bounds",
                            "suite.json",
                            "{\"env\": {\"OTHER\": \"" + other.address() + "\", \"TEXT\": \"a\\nb=c\"}}")
                    .with("bounds", "a.spec.ts", """
                        import { test, expect } from '@playwright/test';
                        import fs from 'node:fs';
                        test('another address', async ({ page, request }) => {
                          await expect(page.goto(process.env.OTHER!)).rejects.toThrow(/net::ERR/);
                          await expect(request.get(process.env.OTHER!)).rejects.toThrow();
                          await expect(page.goto(process.env.OTHER!.replace('http', 'https'))).rejects.toThrow(/net::ERR/);
                          await expect(fetch(process.env.OTHER!)).rejects.toThrow();
                        });
                        test('the suite', () => {
                          expect(() => fs.writeFileSync('b.txt', 'x')).toThrow(/EROFS|EACCES/);
                        });
                        test('the packages', () => {
                          expect(() => fs.writeFileSync(require.resolve('@playwright/test'), 'x')).toThrow(/EROFS|EACCES/);
                        });
                        test('rights', () => {
                          const status = fs.readFileSync('/proc/self/status', 'utf8');
                          expect(process.getuid!()).not.toBe(0);
                          expect(status).toMatch(/CapEff:\\s+0+\\n/);
                          expect(status).toMatch(/CapBnd:\\s+0+\\n/);
                          expect(status).toMatch(/NoNewPrivs:\\s+1/);
                        });
                        test('variables', () => {
                          expect(process.env.TEXT).toBe('a\\nb=c');
                        });
                        """);

            Recorded run = Recorded.run(
                    suites.runner(),
                    Recorded.assignment(
                            suites.read("bounds"), target.address(), RunOptions.DEFAULT, List.of(), List.of()));

            assertThat(run.error).isEmpty();
            assertThat(run.failures()).isEmpty();
            assertThat(run.tests).hasSize(5);
        }
    }

    @Test
    void the_sweep_removes_only_containers_of_servers_that_have_ended() throws Exception {
        String own = suites.server.parent().toString();
        String live = suites.server.name();
        String dead = ProcessHandle.current().pid() + "-0";
        List<String> names = List.of(
                container(dead + "-1", own), container(live + "-1", own), container(dead + "-2", own + "/another"));
        try {
            suites.runner().sweep();

            assertThat(podman("ps", "--all", "--format", "{{.Names}}").lines())
                    .doesNotContain(names.getFirst())
                    .containsAll(names.subList(1, 3));
        } finally {
            podman("rm", "--force", "--time=0", "--ignore", names.get(0), names.get(1), names.get(2));
        }
    }

    /** A container that waits, named and labelled as that of a run. */
    private String container(String run, String server) throws Exception {
        String name = "guildhall-" + run;
        podman(
                "run",
                "--detach",
                "--rm",
                "--name=" + name,
                "--label=guildhall.server=" + server,
                "--network=none",
                "--log-driver=none",
                "--entrypoint=sleep",
                IMAGE,
                "600");
        return name;
    }

    private static String podman(String... arguments) throws RunnerUnavailable {
        List<String> command = new ArrayList<>(
                List.of(shared.orElseThrow().folder.resolve("bin/podman").toString()));
        command.addAll(List.of(arguments));
        return Command.output(command, Duration.ofSeconds(30));
    }

    @Test
    void an_image_that_is_not_there_is_an_error_of_the_container() throws Exception {
        suites.with("image", "a.spec.ts", "import { test } from '@playwright/test';\ntest('a', () => {});");
        suites.with("image", "suite.json", "{\"image\": \"localhost/guildhall/none:1\"}");
        Suite suite = suites.read("image");

        Recorded run = Recorded.run(suites.runner(), Recorded.assignment(suite, RunOptions.DEFAULT, List.of()));

        assertThat(suite.error()).isEmpty();
        assertThat(run.error.map(RunError::code)).contains(RunError.Code.CONTAINER_ERROR);
        assertThat(run.error.orElseThrow().message()).contains("localhost/guildhall/none:1");
    }

    @Test
    void without_an_engine_runs_are_unavailable(@TempDir Path folder) {
        Playwright nothing = new Playwright(folder, Map.of("PATH", folder.toString()), Optional.empty());

        assertThat(TestSuites.inContainers(nothing).unavailable().orElseThrow()).contains("neither podman nor docker");
    }

    @Test
    void an_engine_that_does_not_answer_is_unavailable_in_its_own_words(@TempDir Path folder) throws Exception {
        Path docker = Files.writeString(
                folder.resolve("docker"), "#!/bin/sh\necho Cannot connect to the daemon >&2\nexit 1\n");
        Files.setPosixFilePermissions(docker, PosixFilePermissions.fromString("rwxr-xr-x"));
        Playwright silent = new Playwright(folder, Map.of("PATH", folder.toString()), Optional.empty());

        assertThat(TestSuites.inContainers(silent).unavailable().orElseThrow())
                .contains("Cannot connect to the daemon");
    }
}
