package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChildEnvironmentTest {
    @Test
    void a_child_gets_what_it_needs_and_no_secret() {
        Map<String, String> ours = Map.of(
                "PATH", "/usr/bin",
                "HOME", "/root",
                "npm_config_registry", "http://mirror",
                "XDG_RUNTIME_DIR", "/run/user/0",
                "DOCKER_HOST", "unix:///docker.sock",
                "OPENAI_API_KEY", "sk-secret",
                "ANTHROPIC_API_KEY", "sk-ant",
                "GUILDHALL_SECRET_KEY", "c2VjcmV0",
                "DATABASE_URL", "postgresql://me:secret@db/x",
                "AWS_SECRET_ACCESS_KEY", "secret");

        assertThat(ChildEnvironment.of(ours))
                .containsOnlyKeys("PATH", "HOME", "npm_config_registry", "XDG_RUNTIME_DIR", "DOCKER_HOST");
    }

    @Test
    void a_command_gets_no_more() throws Exception {
        ProcessBuilder builder = new ProcessBuilder("env");
        builder.environment().put("OPENAI_API_KEY", "sk-secret");

        assertThat(ChildEnvironment.narrow(builder).environment())
                .containsKey("PATH")
                .doesNotContainKey("OPENAI_API_KEY");
        assertThat(Command.output(List.of("env"), Duration.ofSeconds(20)).lines())
                .noneMatch(line -> line.startsWith("GUILDHALL_"));
    }
}
