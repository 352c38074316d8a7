package dev.guildhall.ports.problem;

import java.time.Duration;
import java.util.Optional;

/** Problems of a language model's provider (contract 3, upstream failures). */
public sealed interface CompletionProblem extends Problem {
    /**
     * The provider refused the request itself, for example an unknown model.
     *
     * @param message the provider's own words, shortened
     */
    record RequestRefused(String message) implements CompletionProblem {}

    /**
     * The provider could not be reached, failed, or answered something that is no answer.
     *
     * @param message what happened, without addresses
     * @param passing whether the same request may succeed when it is sent again soon (contract 9)
     * @param retryAfter when the provider wants to be asked again; absent when it did not say
     */
    record ProviderFailed(String message, boolean passing, Optional<Duration> retryAfter) implements CompletionProblem {
        /** One whose provider did not say when to ask again. */
        public ProviderFailed(String message, boolean passing) {
            this(message, passing, Optional.empty());
        }

        /** One that will not pass by itself. */
        public ProviderFailed(String message) {
            this(message, false);
        }
    }

    /**
     * There is no such model.
     *
     * @param message which one, in the provider's words where it is the provider that does not know it
     */
    record UnknownModel(String message) implements CompletionProblem {}

    /** As many requests as this server allows are with providers already. */
    record TooManyAtOnce() implements CompletionProblem {
        @Override
        public String message() {
            return "too many requests are with language models at the moment; try again";
        }
    }

    /** The answers that are being received take as much memory as they may, and this one grows. */
    record NoRoomForAnswer() implements CompletionProblem {
        @Override
        public String message() {
            return "the answers that are being received leave no room for this one; try again";
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
     * @param phase what it was waited for, for example {@code first token}
     * @param passing whether the same request may succeed when it is sent again soon: the provider itself said so (408)
     */
    record ProviderTimedOut(String phase, boolean passing) implements CompletionProblem {
        /** One that used up the time that this server gives a request. */
        public ProviderTimedOut(String phase) {
            this(phase, false);
        }

        @Override
        public String message() {
            return "the provider took too long (" + phase + ")";
        }
    }

    /**
     * The provider limits this server.
     *
     * @param retryAfter when the provider allows the next try; absent when it did not say
     */
    record ProviderLimited(Optional<Duration> retryAfter) implements CompletionProblem {
        @Override
        public String message() {
            return "the provider limits the number of requests; try again later";
        }
    }
}
