package dev.guildhall.core.tool;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.core.tool.connection.CredentialSource;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** Makes a permitted call, with limits of time, size and number. Thread-safe. */
final class ToolAttempt {
    private static final Duration SOON = Duration.ofSeconds(1);

    private final CredentialSource credentials;
    private final TimedCall calls;
    private final Semaphore places;
    private final ToolLimits limits;

    ToolAttempt(Ticker ticker, CredentialSource credentials, ToolLimits limits) {
        this.credentials = credentials;
        this.calls = new TimedCall(ticker);
        this.places = new Semaphore(limits.executionsAtOnce());
        this.limits = limits;
    }

    /**
     * Takes a permit for one run.
     *
     * @param first runs before the call; when it throws, the permit is released
     * @throws Refusal with {@code CommonProblem.RateLimited} when this node runs the maximum of calls
     */
    void enter(Runnable first) {
        if (!places.tryAcquire()) {
            throw new Refusal(new CommonProblem.RateLimited(SOON));
        }
        boolean done = false;
        try {
            first.run();
            done = true;
        } finally {
            if (!done) {
                places.release();
            }
        }
    }

    /** Releases the permit. */
    void leave() {
        places.release();
    }

    /**
     * The outcome; the data of a success is an object.
     *
     * @param invocation creates the call for a credential
     */
    ToolOutcome run(ExecutionChecks.Cleared cleared, Function<Optional<Connection>, ToolInvocation> invocation) {
        ToolOutcome outcome = calls.run(() -> attempt(cleared, invocation), limits.executionTimeout());
        return checked(outcome);
    }

    private ToolOutcome attempt(
            ExecutionChecks.Cleared cleared, Function<Optional<Connection>, ToolInvocation> invocation) {
        try {
            ToolEndpoint endpoint = cleared.endpoint();
            Optional<Connection> connection = cleared.connection().map(credentials::fresh);
            ToolOutcome first = endpoint.invoke(invocation.apply(connection));
            boolean refused =
                    first instanceof ToolOutcome.Failure failure && failure.kind() == FailureKind.UNAUTHORIZED;
            Optional<Connection> other = refused ? connection.flatMap(credentials::renewed) : Optional.empty();
            return other.isPresent() ? endpoint.invoke(invocation.apply(other)) : first;
        } catch (Refusal refusal) {
            return new ToolOutcome.Failure(kindOf(refusal), refusal.problem().message());
        }
    }

    /** A credential that could not be obtained is a failure of the call, since the checks before it have passed. */
    private static FailureKind kindOf(Refusal refusal) {
        return switch (refusal.problem()) {
            case ToolProblem.IntegrationUnavailable ignored -> FailureKind.UNREACHABLE;
            case ToolProblem.IntegrationNotConnected ignored -> FailureKind.UNAUTHORIZED;
            case CommonProblem.Unavailable ignored -> FailureKind.UNREACHABLE;
            case CommonProblem.Cancelled ignored -> FailureKind.CANCELLED;
            default -> FailureKind.FAILED;
        };
    }

    private ToolOutcome checked(ToolOutcome outcome) {
        return switch (outcome) {
            case ToolOutcome.Failure failure -> failure;
            case ToolOutcome.Success(Object data) -> bounded(new ToolOutcome.Success(asObject(data)));
        };
    }

    private ToolOutcome bounded(ToolOutcome.Success whole) {
        if (!JsonData.isWellFormed(whole.data())) {
            return new ToolOutcome.Failure(
                    FailureKind.INVALID_RESPONSE, "the tool answered with a number that is out of range");
        }
        return JsonText.of(whole.data()).length() <= limits.resultCharacters()
                ? whole
                : new ToolOutcome.Failure(
                        FailureKind.TOO_LARGE, "the result has more than " + limits.resultCharacters() + " characters");
    }

    private static Map<String, Object> asObject(Object data) {
        Map<String, Object> object = new LinkedHashMap<>();
        if (data instanceof Map<?, ?> map) {
            map.forEach((name, value) -> object.put(String.valueOf(name), value));
        } else {
            object.put("value", data);
        }
        return object;
    }
}
