package dev.guildhall.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ToolLimitsTest {
    @Test
    void recent_searches_have_a_thirty_second_part_of_the_heap() {
        assertThat(ToolLimits.recentBytes(512L << 20)).isEqualTo(16L << 20);
    }

    @Test
    void learned_queries_have_a_sixteenth_of_the_heap() {
        assertThat(ToolLimits.learnedBytes(512L << 20)).isEqualTo(32L << 20);
    }
}
