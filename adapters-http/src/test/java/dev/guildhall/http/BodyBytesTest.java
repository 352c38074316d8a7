package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

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
        assertThat(body(6, Duration.ofSeconds(10)).readAllBytes()).hasSize(6);
    }

    @Test
    void a_body_that_drips_is_given_up() {
        assertThatIOException()
                .isThrownBy(() -> body(1000, Duration.ofSeconds(2)).readAllBytes())
                .withMessageContaining("60 s");
    }

    /** Gives a byte at a time, each of which takes so long. */
    private InputStream body(int bytes, Duration each) {
        InputStream dripping = new FilterInputStream(new ByteArrayInputStream(new byte[bytes])) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                int read = super.read(into, offset, Math.min(1, length));
                nanos.addAndGet(read > 0 ? each.toNanos() : 0);
                return read;
            }
        };
        return new BodyBytes.Timed(dripping, nanos::get, any -> {});
    }
}
