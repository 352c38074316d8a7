package dev.guildhall.ports.problem;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Problems that all contexts share. */
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
     * The caller has not signed in, or the token is not valid for a reason other than its expiry.
     *
     * @param message why
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
     * The caller is signed in and may not do this.
     *
     * @param message what is missing
     */
    record Forbidden(String message) implements CommonProblem {}

    /** The settings require a second factor, which the account has not: it may only add one (accounts-43). */
    record SecondFactorMissing() implements CommonProblem {
        @Override
        public String message() {
            return "this server requires a second factor: add one to the account";
        }
    }

    /**
     * The resource does not exist, or belongs to another user; callers cannot tell the two apart.
     *
     * @param what the kind of resource, for example {@code conversation}
     * @param id the identifier that names none; absent where the caller knows which one it is
     */
    record NotFound(String what, Optional<String> id) implements CommonProblem {
        public NotFound(String what) {
            this(what, Optional.empty());
        }

        @Override
        public String message() {
            return "there is no such " + what;
        }
    }

    /**
     * The request is well-formed, and the state of the resource does not permit it.
     *
     * @param message why not
     */
    record Conflict(String message) implements CommonProblem {}

    /** An idempotency key was used again with another request. */
    record IdempotencyMismatch() implements CommonProblem {
        @Override
        public String message() {
            return "Idempotency-Key: was used with another request";
        }
    }

    /**
     * The caller has sent too many requests, or has used too much.
     *
     * @param retryAfter when to try again, more than zero
     * @param counted what is limited
     * @param reason which limit was reached, for the caller
     */
    record RateLimited(Duration retryAfter, Counted counted, String reason) implements CommonProblem {
        /** Too many requests. */
        public RateLimited(Duration retryAfter) {
            this(retryAfter, Counted.REQUESTS);
        }

        /** Too much of the given kind. */
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
            /** Requests, attempts and other single operations. */
            REQUESTS("requests"),
            /** Requests that are still running. */
            REQUESTS_AT_ONCE("requests at once"),
            /** Streams, waits and polls that are still open. */
            STREAMS("open streams, waits and polls"),
            /** Bodies of requests, by the memory that they need. */
            BODIES("request bodies at once"),
            /** Tokens of language models. */
            TOKENS("tokens of models");

            private final String plural;

            Counted(String plural) {
                this.plural = plural;
            }
        }
    }

    /**
     * A budget for the use of models is used up (keys-12).
     *
     * @param whose what has the budget: {@code account} or {@code API key}
     * @param budget the budget, such as {@code 2.5 USD for a day}
     * @param renewsAt when its next period begins
     * @param retryAfter the time until then, more than zero
     */
    record BudgetExceeded(String whose, String budget, Instant renewsAt, Duration retryAfter) implements CommonProblem {
        @Override
        public String message() {
            return "BUDGET_EXCEEDED: the budget of the " + whose + " of " + budget + " is used up; it renews at "
                    + renewsAt;
        }
    }

    /**
     * A service that this server needs is not available at the moment.
     *
     * @param what which service, for example {@code database}
     * @param fault why not, for example {@code cannot be reached}
     * @param isFull whether it has no space left, so that it stays unavailable until an operator makes room
     */
    record Unavailable(String what, String fault, boolean isFull) implements CommonProblem {
        /** The service cannot be reached. */
        public Unavailable(String what) {
            this(what, "cannot be reached");
        }

        /** The service is unavailable for a reason other than a lack of space. */
        public Unavailable(String what, String fault) {
            this(what, fault, false);
        }

        /** The service has no space left to write. */
        public static Unavailable full(String what) {
            return new Unavailable(what, "has no space left", true);
        }

        @Override
        public String message() {
            return "the " + what + " " + fault + " at the moment; try again";
        }
    }

    /**
     * The calling thread was interrupted before there was a result: the client has disconnected or the server stops.
     */
    record Cancelled() implements CommonProblem {
        @Override
        public String message() {
            return "the request was cancelled";
        }
    }
}
