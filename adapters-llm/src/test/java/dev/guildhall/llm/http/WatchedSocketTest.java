package dev.guildhall.llm.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchedSocketTest {
    private final WatchedSocket socket = new WatchedSocket(new Deadlines(), Pieces.call());

    @AfterEach
    void close() throws Exception {
        socket.close();
    }

    @Test
    void socket_that_is_kept_too_long_is_closed_and_cannot_be_taken() {
        socket.keep();

        socket.closeIfLate(Deadlines.now() + Limits.KEPT.toNanos());

        assertThat(socket.isClosed()).isTrue();
        assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(socket::take);
    }

    @Test
    void socket_that_is_kept_for_a_while_is_not_closed() {
        socket.keep();

        socket.closeIfLate(
                Deadlines.now() + Limits.KEPT.minus(Duration.ofMinutes(1)).toNanos());

        assertThat(socket.isClosed()).isFalse();
        assertThatNoException().isThrownBy(socket::take);
    }

    @Test
    void socket_that_was_taken_has_no_deadline() throws Exception {
        socket.keep();
        socket.take();

        socket.closeIfLate(Deadlines.now() + Limits.KEPT.multipliedBy(2).toNanos());

        assertThat(socket.isClosed()).isFalse();
    }
}
