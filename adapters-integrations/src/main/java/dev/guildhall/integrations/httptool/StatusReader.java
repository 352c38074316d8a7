package dev.guildhall.integrations.httptool;

import dev.guildhall.integrations.net.OutboundReply;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Classifies a failed response, in one sentence that a model can react to. */
final class StatusReader {
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int GONE = 410;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int REDIRECTS = 300;
    private static final int CLIENT_ERRORS = 400;
    private static final int SERVER_ERRORS = 500;

    private final String upstream;
    private final InstantSource clock;

    StatusReader(String upstream, InstantSource clock) {
        this.upstream = upstream;
        this.clock = clock;
    }

    /** A failure that the status reports. */
    ToolOutcome.Failure failure(OutboundReply reply, ResponseRules rules, Optional<String> words) {
        int status = reply.status();
        String said = " (" + status + ")" + words.map(text -> ": " + text).orElse("");
        if (status == TOO_MANY_REQUESTS || (status == FORBIDDEN && isExhausted(reply))) {
            return rateLimited(said, wait(reply));
        }
        if (status >= SERVER_ERRORS) {
            return new ToolOutcome.Failure(FailureKind.UPSTREAM_FAILED, upstream + " failed" + said, wait(reply));
        }
        return switch (status) {
            case UNAUTHORIZED -> unauthorized(said);
            case FORBIDDEN -> failed(" does not allow this" + said);
            case NOT_FOUND, GONE -> failed(" found nothing there, or the user may not see it" + said);
            default -> other(status, said);
        };
    }

    private ToolOutcome.Failure other(int status, String said) {
        if (status >= CLIENT_ERRORS) {
            return failed(" refused the request" + said);
        }
        return status >= REDIRECTS
                ? failed(" responded with a redirect that cannot be followed" + said)
                : new ToolOutcome.Failure(
                        FailureKind.INVALID_RESPONSE, upstream + " responded with an invalid status" + said);
    }

    /** A failure that the code in the body reports. */
    ToolOutcome.Failure failureOf(ResponseRules.Codes codes, String code, String words) {
        if (codes.unauthorized().contains(code)) {
            return unauthorized(": " + words);
        }
        if (codes.rateLimited().contains(code)) {
            return rateLimited(": " + words, Optional.empty());
        }
        return codes.unavailable().contains(code)
                ? new ToolOutcome.Failure(FailureKind.UPSTREAM_FAILED, upstream + " failed: " + words)
                : failed(" refused the request: " + words);
    }

    private ToolOutcome.Failure unauthorized(String said) {
        return new ToolOutcome.Failure(
                FailureKind.UNAUTHORIZED, upstream + " does not accept the credential of the connection" + said);
    }

    private ToolOutcome.Failure rateLimited(String said, Optional<Duration> wait) {
        String advice = wait.map(time -> "; try again in " + Math.max(1, time.toSeconds()) + " s")
                .orElse("");
        return new ToolOutcome.Failure(
                FailureKind.RATE_LIMITED, upstream + " gets too many requests" + said + advice, wait);
    }

    private ToolOutcome.Failure failed(String what) {
        return new ToolOutcome.Failure(FailureKind.FAILED, upstream + what);
    }

    /** GitHub and other servers send 403 instead of 429. */
    private static boolean isExhausted(OutboundReply reply) {
        return reply.retryAfter().isPresent()
                || reply.header("X-RateLimit-Remaining").filter("0"::equals).isPresent();
    }

    private Optional<Duration> wait(OutboundReply reply) {
        return reply.retryAfter().or(() -> reset(reply));
    }

    /** When the rate limit is reset, in seconds since 1970. */
    private Optional<Duration> reset(OutboundReply reply) {
        return reply.header("X-RateLimit-Remaining")
                .filter("0"::equals)
                .flatMap(none -> reply.header("X-RateLimit-Reset"))
                .filter(value -> value.matches("[0-9]{1,10}"))
                .map(value -> Duration.between(clock.instant(), Instant.ofEpochSecond(Long.parseLong(value))))
                .filter(wait -> !wait.isNegative() && wait.compareTo(HttpToolLimits.WAIT) <= 0);
    }
}
