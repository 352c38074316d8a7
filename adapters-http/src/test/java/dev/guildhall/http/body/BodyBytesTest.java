package dev.guildhall.http.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BodyBytesTest {
    private final AtomicLong nanos = new AtomicLong();

    @Test
    void a_body_that_comes_in_time_is_read_to_its_end() throws IOException {
        assertThat(body(6, 1, Duration.ofSeconds(5)).readAllBytes()).hasSize(6);
    }

    @Test
    void a_body_that_drips_is_given_up() {
        assertThatThrownBy(() -> body(1000, 1, Duration.ofSeconds(2)).readAllBytes())
                .isInstanceOf(BodyBytes.BodyTooSlow.class);
    }

    @Test
    void a_large_body_may_take_longer_while_it_comes_at_the_least_rate() throws IOException {
        int bytes = 100 * BodyBytes.BYTES_PER_SECOND;
        int piece = BodyBytes.BYTES_PER_SECOND / 4;

        assertThat(body(bytes, piece, Duration.ofMillis(250)).readAllBytes()).hasSize(bytes);
        assertThatThrownBy(() -> body(bytes, piece, Duration.ofMillis(500)).readAllBytes())
                .isInstanceOf(BodyBytes.BodyTooSlow.class);
    }

    /** A body that arrives in chunks of that size, each after that time. */
    private InputStream body(int bytes, int piece, Duration each) {
        InputStream dripping = new FilterInputStream(new ByteArrayInputStream(new byte[bytes])) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                int read = super.read(into, offset, Math.min(piece, length));
                nanos.addAndGet(read > 0 ? each.toNanos() : 0);
                return read;
            }
        };
        return new BodyBytes.Timed(dripping, Duration.ofSeconds(30), nanos::get, any -> {});
    }
}
