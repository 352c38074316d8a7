package dev.guildhall.core.tool.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RefreshedAtTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final RefreshedAt ages = new RefreshedAt();

    private static Connection connection(int revision) {
        return new Connection(
                new Connection.Key(new UserId("usr_1"), new IntegrationName("acme")),
                new Credential.OAuthTokens("a", Optional.of("r"), Optional.empty()),
                List.of(),
                Sample.NOW,
                revision);
    }

    private Duration margin(int revision, Instant end) {
        return ages.margin(connection(revision), end, MINUTE);
    }

    @Test
    void a_token_of_a_connection_is_as_old_as_that() {
        assertThat(margin(1, Sample.NOW.plusSeconds(5))).isEqualTo(Duration.ofMillis(500));
        assertThat(margin(1, Sample.NOW.plus(Duration.ofHours(1)))).isEqualTo(MINUTE);
    }

    @Test
    void a_node_knows_the_tokens_that_it_refreshed() {
        ages.got(connection(2), Sample.NOW.plusSeconds(100));

        assertThat(margin(2, Sample.NOW.plusSeconds(110))).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void a_token_that_another_node_got_has_the_longest_margin() {
        ages.got(connection(2), Sample.NOW);

        assertThat(margin(3, Sample.NOW.plusSeconds(5))).isEqualTo(MINUTE);
    }
}
