package dev.guildhall.llm.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChunkPacingTest {
    private static final long BURST_INTERVAL = Limits.BURST_INTERVAL.toNanos();

    private final ChunkPacing pace = new ChunkPacing();

    @Test
    void holds_nothing_back_before_the_first_piece_is_out() {
        pace.came(0);
        pace.came(1);
        assertThat(pace.isBurst()).isFalse();

        pace.begin();
        assertThat(pace.isBurst()).isTrue();
    }

    @Test
    void needs_two_pieces_to_tell() {
        pace.begin();
        pace.came(0);
        assertThat(pace.isBurst()).isFalse();
    }

    @Test
    void follows_the_last_interval() {
        pace.begin();
        pace.came(-BURST_INTERVAL);
        pace.came(0);
        assertThat(pace.isBurst()).isFalse();
        pace.came(BURST_INTERVAL - 1);
        assertThat(pace.isBurst()).isTrue();
        pace.came(2 * BURST_INTERVAL - 1);
        assertThat(pace.isBurst()).isFalse();
    }
}
