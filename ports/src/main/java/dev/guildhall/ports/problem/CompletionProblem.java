package dev.guildhall.ports.problem;

import java.time.Duration;
import java.util.Optional;

/** Problems of a language model's provider (models-6). */
public sealed interface CompletionProblem extends Problem {
    /**
     * Whether another provider may answer the same request. A fault of the request itself is a fault for every provider.
     */
    default boolean othersMayAnswer() {
        return switch (this) {
            case ProviderFailed failed -> true;
            case ProviderTimedOut timedOut -> true;
            case ProviderLimited limited -> true;
            case ProviderRefusedKey refused -> true;
            case ProviderUnavailable unavailable -> true;
            case UnknownModel unknown -> true;
            case RequestRefused refused -> false;
            case TooManyAtOnce many -> false;
            case NoRoomForAnswer full -> false;
        };
    }

    /**
     * The provider refused the request itself, for example an unknown model.
     *
     * @param message the provider's message, shortened
     * @param fault what the provider says for programs
     */
    record RequestRefused(String message, ProviderFault fault) implements CompletionProblem {
        /** A refusal of this server's own adapter. */
        public RequestRefused(String message) {
            this(message, ProviderFault.NONE);
        }
    }

    /**
     * The provider could not be reached, failed, or its response was malformed.
     *
     * @param message what happened, without addresses
     * @param passing whether the same request may succeed when it is sent again soon (models-7)
     * @param retryAfter the time to wait that the provider named; absent when it named none
     * @param fault what the provider says for programs
     */
    record ProviderFailed(String message, boolean passing, Optional<Duration> retryAfter, ProviderFault fault)
            implements CompletionProblem {
        /** A failure of which the provider said nothing for programs. */
        public ProviderFailed(String message, boolean passing, Optional<Duration> retryAfter) {
            this(message, passing, retryAfter, ProviderFault.NONE);
        }

        /** A failure whose provider did not say when to try again. */
        public ProviderFailed(String message, boolean passing) {
            this(message, passing, Optional.empty());
        }

        /** A permanent failure. */
        public ProviderFailed(String message) {
            this(message, false);
        }
    }

    /**
     * There is no such model.
     *
     * @param message which model; in the provider's words when the provider does not know it
     */
    record UnknownModel(String message) implements CompletionProblem {}

    /** The maximum of concurrent requests to providers is reached. */
    record TooManyAtOnce() implements CompletionProblem {
        @Override
        public String message() {
            return "too many requests are with language models at the moment; try again";
        }
    }

    /** The answers that are arriving use all the memory that they may use, and this answer needs more. */
    record NoRoomForAnswer() implements CompletionProblem {
        @Override
        public String message() {
            return "the answers that are being received leave no room for this one; try again";
        }
    }

    /**
     * The provider failed for over half of the latest requests, so that no request goes to it at the moment (models-8).
     *
     * @param retryAfter when it is asked again, more than zero
     */
    record ProviderUnavailable(Duration retryAfter) implements CompletionProblem {
        @Override
        public String message() {
            return "the provider failed too often and is not asked at the moment; try again later";
        }
    }

    /** The provider refused the key that this server sent. */
    record ProviderRefusedKey() implements CompletionProblem {
        @Override
        public String message() {
            return "the provider refused the server's key";
        }
    }

    /**
     * The provider took too long.
     *
     * @param phase what the server waited for, for example {@code first token}
     * @param passing whether the same request may succeed when it is sent again soon: the provider itself said so (408)
     */
    record ProviderTimedOut(String phase, boolean passing) implements CompletionProblem {
        /** The request used up the time that this server permits. */
        public ProviderTimedOut(String phase) {
            this(phase, false);
        }

        @Override
        public String message() {
            return "the provider took too long (" + phase + ")";
        }
    }

    /**
     * The provider limits this server's requests.
     *
     * @param retryAfter when the provider allows the next attempt; absent when it did not say
     * @param exhausted whether the quota or credit of this server's account is used up, so that another attempt soon does
     *     not help
     * @param fault what the provider says for programs
     */
    record ProviderLimited(Optional<Duration> retryAfter, boolean exhausted, ProviderFault fault)
            implements CompletionProblem {
        /** A limited rate, of which the provider said nothing for programs. */
        public ProviderLimited(Optional<Duration> retryAfter) {
            this(retryAfter, false, ProviderFault.NONE);
        }

        @Override
        public String message() {
            return exhausted
                    ? "the quota of the server's account at the provider is used up"
                    : "the provider limits the number of requests; try again later";
        }
    }
}
