package dev.guildhall.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChunkPacingTest {
    private static final long BURST_INTERVAL = Limits.BURST_INTERVAL.toNanos();

    private final ChunkPacing pacing = new ChunkPacing();

    @Test
    void pacing_delays_nothing_before_the_first_chunk() {
        pacing.read(0);
        pacing.read(1);
        assertThat(pacing.isBurst()).isFalse();

        pacing.begin();
        assertThat(pacing.isBurst()).isTrue();
    }

    @Test
    void pacing_needs_two_chunks() {
        pacing.begin();
        pacing.read(0);
        assertThat(pacing.isBurst()).isFalse();
    }

    @Test
    void pacing_follows_the_last_interval() {
        pacing.begin();
        pacing.read(-BURST_INTERVAL);
        pacing.read(0);
        assertThat(pacing.isBurst()).isFalse();
        pacing.read(BURST_INTERVAL - 1);
        assertThat(pacing.isBurst()).isTrue();
        pacing.read(2 * BURST_INTERVAL - 1);
        assertThat(pacing.isBurst()).isFalse();
    }
}
