package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.app.config.RunConfig;
import dev.guildhall.integrations.net.RunTargetRules;
import dev.guildhall.ports.settings.PublicUrl;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestRunsTest {
    @ParameterizedTest
    @CsvSource({
        "false, , true",
        "false, http://localhost:8080, true",
        "false, http://[::1]:8080, true",
        "false, https://guildhall.example, false",
        "true, https://guildhall.example, true"
    })
    void runs_do_not_reach_this_machine_once_users_open_the_server_at_another_host_unless_it_is_listed(
            boolean isListed, @Nullable String address, boolean isReached) throws UnknownHostException {
        RunConfig runs = new RunConfig(
                Path.of("suites"),
                RunConfig.Runner.PROCESS,
                RunTargetRules.parse("*"),
                isListed,
                1,
                Duration.ofDays(1),
                Optional.empty(),
                Optional.empty(),
                Map.of());

        assertThat(TestRuns.targets(runs, () -> Optional.ofNullable(address).map(PublicUrl::new))
                        .reachable("127.0.0.1", 3000)
                        .isEmpty())
                .isNotEqualTo(isReached);
    }
}
