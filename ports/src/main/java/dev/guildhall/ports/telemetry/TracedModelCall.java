package dev.guildhall.ports.telemetry;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.completion.UsageEntry;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What became of one request to a model, with all its tries.
 *
 * @param origin what it was part of; absent when it was part of nothing that is known
 * @param startedAt when the request came
 * @param duration from there to its end
 * @param operation what it was asked for
 * @param asked who answered, or was asked last
 * @param server the address of the provider; absent for a model in this process
 * @param sampling how it was asked
 * @param streamed whether the answer was to come in pieces
 * @param firstToken from the request to the first piece; absent when there was none
 * @param usage what it cost
 * @param end how it ended
 */
public record TracedModelCall(
        Optional<CallOrigin> origin,
        Instant startedAt,
        Duration duration,
        Operation operation,
        UsageEntry.Asked asked,
        Optional<URI> server,
        Sampling sampling,
        boolean streamed,
        Optional<Duration> firstToken,
        Usage usage,
        End end) {
    /** What a model is asked for. */
    public enum Operation {
        /** An answer. */
        CHAT,
        /** What texts mean. */
        EMBEDDINGS
    }

    /** How a request ended. */
    public sealed interface End {
        /**
         * With a whole answer.
         *
         * @param model who gave it, as the provider says
         * @param finish why it stopped; absent for embeddings
         */
        record Answered(String model, Optional<FinishReason> finish) implements End {}

        /**
         * Without one.
         *
         * @param error a short name for why, one of few
         */
        record Failed(String error) implements End {}
    }
}
