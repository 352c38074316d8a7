package dev.guildhall.ports.telemetry;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.usage.Cost;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageEntry;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The trace of one request to a model, including all its attempts.
 *
 * @param origin the trace and conversation of the call; absent when unknown
 * @param startedAt when the request arrived
 * @param duration until its end
 * @param operation the kind of request
 * @param asked the provider that answered, or was asked last
 * @param listed whether the configuration or a provider lists the model of that name, so that it may be the label of a
 *     metric; false while the provider's list is not known
 * @param failures the attempts that failed, and the providers that were not asked because their circuit is open, in
 *     their order; at most {@value #MOST_FAILURES}
 * @param server the address of the provider; absent for a model in this process
 * @param sampling the settings of the request
 * @param streamed whether the answer came in pieces
 * @param firstToken from the request to the first piece; absent when there was none
 * @param usage the tokens that it used
 * @param cost what they cost; absent when the model has no price
 * @param end how it ended
 */
public record TracedModelCall(
        Optional<CallOrigin> origin,
        Instant startedAt,
        Duration duration,
        Operation operation,
        UsageEntry.Asked asked,
        boolean listed,
        List<Failure> failures,
        Optional<URI> server,
        Sampling sampling,
        boolean streamed,
        Optional<Duration> firstToken,
        Usage usage,
        Optional<Cost> cost,
        End end) {
    /** The most failures that one trace lists. */
    public static final int MOST_FAILURES = 20;

    public TracedModelCall {
        failures = List.copyOf(failures);
    }

    /** The name that the GenAI semantic conventions of OpenTelemetry give to a provider. */
    public static String conventionalName(String provider) {
        return switch (provider) {
            case "gemini" -> "gcp.gemini";
            case "azure" -> "azure.ai.openai";
            case "bedrock" -> "aws.bedrock";
            default -> provider;
        };
    }

    /**
     * A provider that did not answer.
     *
     * @param at when that was known
     * @param provider its name
     * @param model the model that it was to answer with
     * @param error a short name of the failure, one of few
     */
    public record Failure(Instant at, String provider, String model, String error) {}

    /** The kind of a request to a model. */
    public enum Operation {
        /** A completion. */
        CHAT,
        /** Embeddings of texts. */
        EMBEDDINGS,
        /** The continuation of a text. */
        TEXT_COMPLETION,
        /** The text of a sound. */
        TRANSCRIPTION,
        /** The sound of a text. */
        SPEECH,
        /** Pictures of a description. */
        IMAGE_GENERATION,
        /** Changed pictures. */
        IMAGE_EDIT,
        /** Whether something is harmful. */
        MODERATION,
        /** The order of documents. */
        RERANK
    }

    /** How a request ended. */
    public sealed interface End {
        /**
         * With a complete answer.
         *
         * @param model the model, as the provider names it
         * @param finish why it stopped; absent for embeddings
         */
        record Answered(String model, Optional<FinishReason> finish) implements End {}

        /**
         * With a failure.
         *
         * @param error a short name of the failure, one of few
         */
        record Failed(String error) implements End {}
    }
}
