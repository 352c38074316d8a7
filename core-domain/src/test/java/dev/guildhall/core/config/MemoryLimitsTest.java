package dev.guildhall.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MemoryLimitsTest {
    private static final long MIB = 1 << 20;

    @Test
    void indexes_have_a_share_of_the_heap_and_one_user_has_a_third_of_it() {
        assertThat(MemoryLimits.Index.of(512 * MIB, 2))
                .isEqualTo(new MemoryLimits.Index(192 * MIB, 64 * MIB, 1, 2, 1, 256, Duration.ofSeconds(10)));
        assertThat(MemoryLimits.Index.of(4_096 * MIB, 1).builds()).isEqualTo(1);
        assertThat(MemoryLimits.Index.of(4_096 * MIB, 16).builds()).isEqualTo(8);
    }
}
