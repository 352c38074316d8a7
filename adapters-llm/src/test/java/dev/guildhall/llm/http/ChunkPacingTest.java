package dev.guildhall.llm.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChunkPacingTest {
    private static final long TORRENT = Limits.TORRENT.toNanos();

    private final ChunkPacing pace = new ChunkPacing();

    @Test
    void holds_nothing_back_before_the_first_piece_is_out() {
        pace.came(0);
        pace.came(1);
        assertThat(pace.isTorrent()).isFalse();

        pace.begin();
        assertThat(pace.isTorrent()).isTrue();
    }

    @Test
    void needs_two_pieces_to_tell() {
        pace.begin();
        pace.came(0);
        assertThat(pace.isTorrent()).isFalse();
    }

    @Test
    void follows_the_last_interval() {
        pace.begin();
        pace.came(-TORRENT);
        pace.came(0);
        assertThat(pace.isTorrent()).isFalse();
        pace.came(TORRENT - 1);
        assertThat(pace.isTorrent()).isTrue();
        pace.came(2 * TORRENT - 1);
        assertThat(pace.isTorrent()).isFalse();
    }
}
