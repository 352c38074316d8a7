package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ServerFolderTest {
    @TempDir
    Path parent;

    private static Process waiting(Path folder) throws IOException {
        ProcessBuilder sleep = new ProcessBuilder("sleep", "600");
        sleep.environment().put(RunFolder.mark(folder).name(), folder.toString());
        return sleep.start();
    }

    @Test
    void the_sweep_kills_only_processes_of_servers_that_have_ended() throws Exception {
        ServerFolder server = new ServerFolder(parent);
        Path own = server.newFolder();
        Path left = Files.createDirectories(
                parent.resolve(ProcessHandle.current().pid() + "-0").resolve("1"));
        Files.writeString(left.resolve("run.log"), "text");
        Process orphan = waiting(left);
        Process ownTests = waiting(own);
        try {
            server.sweep();

            assertThat(orphan.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(left.getParent()).doesNotExist();
            assertThat(ownTests.isAlive()).isTrue();
            assertThat(own).exists();
        } finally {
            orphan.destroyForcibly();
            ownTests.destroyForcibly();
        }
    }

    @Test
    void a_server_that_stops_leaves_no_empty_folder() throws Exception {
        ServerFolder server = new ServerFolder(parent);
        Path run = server.newFolder();

        server.leave();
        assertThat(run).exists();
        ServerFolder.delete(run);
        server.leave();

        assertThat(run.getParent()).doesNotExist();
        server.leave();
    }
}
