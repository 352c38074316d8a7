package dev.guildhall.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpanContextTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    @ParameterizedTest
    @CsvSource({"00-%s-%s-01,true", "00-%s-%s-00,false", "00-%s-%s-ff,true", "cc-%s-%s-02-what-comes,false"})
    void a_valid_traceparent_is_read(String form, boolean sampled) {
        assertThat(SpanContext.ofTraceparent(form.formatted(TRACE, SPAN)))
                .contains(new SpanContext(TRACE, SPAN, sampled));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
                "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\n",
                " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
            })
    void anything_else_is_treated_as_absent(String value) {
        assertThat(SpanContext.ofTraceparent(value)).isEmpty();
    }

    @Test
    void a_traceparent_of_any_length_is_read_to_its_bound_only() {
        String endless = "cc-%s-%s-01-".formatted(TRACE, SPAN) + "a".repeat(1000);

        assertThat(SpanContext.ofTraceparent(endless)).isEmpty();
    }

    @Test
    void a_child_has_the_trace_and_the_sampling_of_its_parent() {
        SpanContext parent = new SpanContext(TRACE, SPAN, false);

        assertThat(parent.child(new byte[8])).isEqualTo(new SpanContext(TRACE, "8000000000000000", false));
    }

    @Test
    void a_root_is_valid_whatever_the_random_bytes_are() {
        SpanContext root = SpanContext.root(new byte[SpanContext.ROOT_BYTES]);

        assertThat(root).isEqualTo(new SpanContext("80000000000000000000000000000000", "8000000000000000", true));
    }

    @Test
    void an_identifier_of_zeros_is_none() {
        assertThatThrownBy(() -> new SpanContext("0".repeat(32), SPAN, true))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SpanContext(TRACE, "0".repeat(16), true))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_header_that_is_written_is_read_as_the_same_span(boolean sampled) {
        SpanContext span = new SpanContext(TRACE, SPAN, sampled);

        assertThat(SpanContext.ofTraceparent(span.toTraceparent())).contains(span);
    }
}
