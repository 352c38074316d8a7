package dev.guildhall.core.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolExchange;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class MeasuredExchangeTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final AtomicReference<Duration> during = new AtomicReference<>(Duration.ZERO);
    private final AtomicReference<MeasuredExchange> measured = new AtomicReference<>();

    /** A person who takes a minute. */
    private final ToolExchange slow = new ToolExchange() {
        @Override
        public Map<String, Object> parameters() {
            return Map.of();
        }

        @Override
        public void notified(String method, Map<String, Object> parameters) {
            now.updateAndGet(before -> before.plusSeconds(5));
        }

        @Override
        public Optional<ServerReply> asked(String method, Map<String, Object> parameters) {
            now.updateAndGet(before -> before.plusSeconds(60));
            during.set(measured.get().waited());
            return Optional.empty();
        }

        @Override
        public void replied(ServerReply reply) {}
    };

    @Test
    void answers_alone_are_measured_also_while_they_are_awaited() {
        measured.set(new MeasuredExchange(slow, now::get));

        measured.get().notified("notifications/progress", Map.of());
        measured.get().asked("elicitation/create", Map.of());
        now.updateAndGet(before -> before.plusSeconds(7));
        measured.get().asked("elicitation/create", Map.of());

        assertThat(during.get()).isEqualTo(Duration.ofSeconds(120));
        assertThat(measured.get().waited()).isEqualTo(Duration.ofSeconds(120));
    }
}
