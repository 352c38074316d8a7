package dev.guildhall.ports.telemetry;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.completion.UsageEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What became of one request to a model, with all its tries.
 *
 * @param origin what it was part of; absent when it was part of nothing that is known
 * @param startedAt when the request came
 * @param duration from there to its end
 * @param asked who answered, or was asked last
 * @param streamed whether the answer was to come in pieces
 * @param firstToken from the request to the first piece; absent when there was none
 * @param usage what it cost
 * @param end how it ended
 */
public record TracedModelCall(
        Optional<CallOrigin> origin,
        Instant startedAt,
        Duration duration,
        UsageEntry.Asked asked,
        boolean streamed,
        Optional<Duration> firstToken,
        Usage usage,
        End end) {
    /** How a request ended. */
    public sealed interface End {
        /**
         * With a whole answer.
         *
         * @param model who gave it, as the provider says
         * @param finish why it stopped
         */
        record Answered(String model, FinishReason finish) implements End {}

        /**
         * Without one.
         *
         * @param error a short name for why, one of few
         */
        record Failed(String error) implements End {}
    }
}
