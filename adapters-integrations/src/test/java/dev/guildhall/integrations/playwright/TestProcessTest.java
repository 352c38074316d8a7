package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.contract.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestProcessTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private TestProcess start(Path log, String script) throws Exception {
        Map<String, String> environment = Map.of("PATH", "/usr/bin:/bin");
        return TestProcess.start(List.of("/bin/sh", "-c", script), folder, environment, log, Process::destroyForcibly);
    }

    @Test
    void a_process_that_prints_while_the_disk_is_full_goes_on() throws Exception {
        Path full = Needs.orSkip(Optional.of(Path.of("/dev/full")).filter(Files::exists), "there is no /dev/full");
        Path log = Files.createSymbolicLink(folder.resolve("log"), full);

        try (TestProcess process = start(log, "for i in $(seq 30000); do echo line $i; done; exit 3")) {
            assertThat(process.awaitEnd(LONG)).isTrue();
            assertThat(process.exitCode()).isEqualTo(3);
            assertThat(process.lastPrinted()).hasSizeLessThanOrEqualTo(1_000).endsWith("line 30000");
        }
    }

    @Test
    void a_process_that_a_signal_ended_was_killed() throws Exception {
        try (TestProcess killed = start(folder.resolve("killed"), "kill -9 $$");
                TestProcess failed = start(folder.resolve("failed"), "exit 1")) {
            killed.awaitEnd(LONG);
            failed.awaitEnd(LONG);

            assertThat(killed.wasKilled()).isTrue();
            assertThat(failed.wasKilled()).isFalse();
        }
    }
}
