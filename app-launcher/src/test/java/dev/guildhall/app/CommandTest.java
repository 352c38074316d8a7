package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommandTest {
    @Test
    void without_arguments_the_server_is_started() {
        assertThat(Command.of()).contains(Command.START);
    }

    @Test
    void a_command_has_exactly_its_own_arguments() {
        assertThat(Command.of("backup", "a")).contains(Command.BACKUP);
        assertThat(Command.of("backup")).isEmpty();
        assertThat(Command.of("backup", "a", "b")).isEmpty();
        assertThat(Command.of("check-config")).contains(Command.CHECK_CONFIG);
        assertThat(Command.of("check-config", "x")).isEmpty();
        assertThat(Command.of("stop")).isEmpty();
    }

    @Test
    void a_fault_says_what_is_wrong() {
        assertThat(Command.fault("stop", "now")).isEqualTo("there is no command stop");
        assertThat(Command.fault("backup")).isEqualTo("backup takes one argument: FILE");
        assertThat(Command.fault("help", "x")).isEqualTo("help takes no argument");
    }

    @Test
    void the_usage_names_every_command_with_its_argument() {
        assertThat(Command.usage())
                .contains("start ", "check-config ", "backup FILE ", "restore FILE ", "rotate-secret-key ", "version ");
    }
}
