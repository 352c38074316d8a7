package dev.guildhall.integrations.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class OrphanProcessesIT {
    private static final long NO_SUCH_PROCESS = 1L << 40;

    private static Process marked(String mark) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sleep", "600");
        builder.environment().put(ServerProcess.MARK, mark);
        return builder.start();
    }

    @Test
    void what_a_killed_server_has_left_is_ended() throws Exception {
        Process left = marked(NO_SUCH_PROCESS + ".1700000000000.1");

        OrphanProcesses.end();

        assertThat(left.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void number_of_its_owner_that_another_process_has_by_now_does_not_save_it() throws Exception {
        Process left = marked(ProcessHandle.current().pid() + ".1000000000000.1");

        OrphanProcesses.end();

        assertThat(left.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void what_belongs_to_a_server_that_runs_is_left_alone() throws Exception {
        Process kept = marked(ServerProcess.mark().value());
        try {
            Process left = marked(NO_SUCH_PROCESS + ".1700000000000.1");

            OrphanProcesses.end();

            assertThat(left.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(kept.isAlive()).isTrue();
        } finally {
            kept.destroyForcibly();
        }
    }
}
