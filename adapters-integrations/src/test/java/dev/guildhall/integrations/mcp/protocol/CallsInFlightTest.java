package dev.guildhall.integrations.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CallsInFlightTest {
    private static final String CALL = "tools/call";

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
    private final CallsInFlight<String> calls = new CallsInFlight<>(nanos::get);

    @Test
    void only_a_call_without_another_one_is_meant() {
        calls.begin(1, CALL, "first");
        calls.begin(2, "tools/list", "a list, during which no server asks");
        assertThat(calls.only()).contains("first");

        calls.begin(3, CALL, "second");
        assertThat(calls.only()).isEmpty();
        assertThat(calls.isEmpty()).isFalse();

        calls.answered(1);
        assertThat(calls.only()).contains("second");
        calls.end(3);
        assertThat(calls.isEmpty()).isTrue();
    }

    @Test
    void a_call_that_was_given_up_counts_until_the_server_answers_it() {
        calls.begin(1, CALL, "given up");
        calls.begin(2, CALL, "running");
        calls.giveUp(1);
        assertThat(calls.only()).isEmpty();

        calls.answered(1);

        assertThat(calls.only()).contains("running");
    }

    @Test
    void a_call_that_was_given_up_counts_for_its_time_without_an_answer() {
        calls.begin(1, CALL, "given up");
        calls.giveUp(1);
        calls.begin(2, CALL, "running");
        nanos.addAndGet(McpLimits.GIVEN_UP.toNanos() - 1);
        assertThat(calls.only()).isEmpty();

        nanos.addAndGet(1);

        assertThat(calls.only()).contains("running");
    }

    @Test
    void a_call_that_was_answered_is_not_given_up_afterwards() {
        calls.begin(1, CALL, "answered");
        calls.answered(1);
        calls.giveUp(1);

        assertThat(calls.isEmpty()).isTrue();
    }

    @Test
    void what_a_server_logs_reaches_no_caller_while_it_may_be_of_another() {
        calls.begin(1, CALL, "first");
        calls.begin(2, CALL, "second");

        assertThat(calls.notifiedOf("notifications/message")).isEmpty();
        assertThat(calls.notifiedOf("notifications/progress")).containsExactly("first", "second");
        calls.end(1);
        assertThat(calls.notifiedOf("notifications/message")).containsExactly("second");
    }
}
