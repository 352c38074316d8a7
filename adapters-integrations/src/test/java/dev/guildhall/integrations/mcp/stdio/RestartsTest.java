package dev.guildhall.integrations.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.mcp.protocol.McpLimits;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RestartsTest {
    private final Restarts restarts = new Restarts();

    @Test
    void second_start_may_follow_the_first_at_once() {
        assertThat(restarts.pause(Sample.NOW)).isZero();
        restarts.started(Sample.NOW);

        assertThat(restarts.pause(Sample.NOW)).isZero();
    }

    @Test
    void pauses_double_from_the_third_start_on() {
        Instant now = Sample.NOW;
        restarts.started(now);
        restarts.started(now);

        for (Duration pause = McpLimits.PAUSES.first();
                pause.compareTo(Duration.ofSeconds(4)) <= 0;
                pause = pause.plus(pause)) {
            assertThat(restarts.pause(now)).isEqualTo(pause);
            now = now.plus(pause);
            assertThat(restarts.pause(now)).isZero();
            restarts.started(now);
        }
    }

    @Test
    void starts_in_a_minute_are_no_more_than_may_be() {
        for (int i = 0; i < McpLimits.STARTS_PER_MINUTE; i++) {
            restarts.started(Sample.NOW);
        }

        assertThat(restarts.pause(Sample.NOW.plusSeconds(59))).isEqualTo(Duration.ofSeconds(1));
        assertThat(restarts.pause(Sample.NOW.plusSeconds(60))).isZero();
    }
}
