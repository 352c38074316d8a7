package dev.guildhall.ports.problem;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Problems that every context knows. */
public sealed interface CommonProblem extends Problem {
    /**
     * The request is malformed.
     *
     * @param violations everything that is wrong with it, at least one
     */
    record Invalid(List<Violation> violations) implements CommonProblem {
        public Invalid {
            violations = List.copyOf(violations);
        }

        @Override
        public String message() {
            return violations.stream().map(Violation::toString).collect(Collectors.joining("; "));
        }
    }

    /**
     * Nobody has signed in, or the token is not valid for any reason but its expiry.
     *
     * @param message what was wrong
     */
    record Unauthenticated(String message) implements CommonProblem {}

    /** The access token was valid and has expired. */
    record TokenExpired() implements CommonProblem {
        @Override
        public String message() {
            return "the access token has expired";
        }
    }

    /**
     * The caller is known and may not do this.
     *
     * @param message what is missing
     */
    record Forbidden(String message) implements CommonProblem {}

    /**
     * The thing does not exist, or is somebody else's, which is the same to the caller.
     *
     * @param what the kind of thing, for example {@code conversation}
     */
    record NotFound(String what) implements CommonProblem {
        @Override
        public String message() {
            return "there is no such " + what;
        }
    }

    /**
     * The request is well-formed and the state does not allow it.
     *
     * @param message what stands in the way
     */
    record Conflict(String message) implements CommonProblem {}

    /** An idempotency key comes again with another request. */
    record IdempotencyMismatch() implements CommonProblem {
        @Override
        public String message() {
            return "Idempotency-Key: was used with another request";
        }
    }

    /**
     * The caller has asked too often, or for too much.
     *
     * @param retryAfter when to try again, more than zero
     * @param counted what there were too many of
     * @param reason what stood in the way, for the caller, for example the bound
     */
    record RateLimited(Duration retryAfter, Counted counted, String reason) implements CommonProblem {
        /** Too many requests. */
        public RateLimited(Duration retryAfter) {
            this(retryAfter, Counted.REQUESTS);
        }

        /** Too many of something. */
        public RateLimited(Duration retryAfter, Counted counted) {
            this(retryAfter, counted, "too many " + counted.plural);
        }

        @Override
        public String message() {
            return reason + "; try again in "
                    + Math.max(1, retryAfter.plusMillis(999).toSeconds()) + " s";
        }

        /** What is limited. */
        public enum Counted {
            /** Requests, attempts, or whatever else is made one by one. */
            REQUESTS("requests"),
            /** Requests that have not been answered yet. */
            REQUESTS_AT_ONCE("requests at once"),
            /** Streams, waits and polls that have not ended yet. */
            STREAMS("open streams, waits and polls"),
            /** Tokens of language models. */
            TOKENS("tokens of models");

            private final String plural;

            Counted(String plural) {
                this.plural = plural;
            }
        }
    }

    /**
     * A part that this service needs cannot be used at the moment.
     *
     * @param what which part, for example {@code database}
     * @param fault what it does not do, for example {@code cannot be reached}
     */
    record Unavailable(String what, String fault) implements CommonProblem {
        /** It cannot be reached. */
        public Unavailable(String what) {
            this(what, "cannot be reached");
        }

        @Override
        public String message() {
            return "the " + what + " " + fault + " at the moment; try again";
        }
    }

    /** The calling thread was interrupted before there was an answer: the caller has left or the server stops. */
    record Cancelled() implements CommonProblem {
        @Override
        public String message() {
            return "the request was cancelled";
        }
    }
}
