package dev.guildhall.core.tool;

import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.core.json.JsonText;
import dev.guildhall.core.telemetry.FailureLog;
import dev.guildhall.core.time.Threads;
import dev.guildhall.core.tool.connection.CredentialRefresher;
import dev.guildhall.core.tool.connection.SignInDemands;
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
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes a permitted call, with limits of time, size and number. Each runs on its own thread, which is interrupted when
 * the time limit has passed or the caller is interrupted.
 */
final class ToolAttempt {
    private static final FailureLog LOG = new FailureLog(ToolAttempt.class);
    private static final Duration SOON = Duration.ofSeconds(1);
    private final CredentialRefresher credentials;
    private final SignInDemands demands;
    private final Ticker ticker;
    private final Threads factory;
    private final Semaphore places;
    private final ToolLimits limits;

    ToolAttempt(
            Ticker ticker, Threads factory, CredentialRefresher credentials, SignInDemands demands, ToolLimits limits) {
        this.demands = demands;
        this.factory = factory;
        this.credentials = credentials;
        this.ticker = ticker;
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

    void leave() {
        places.release();
    }

    /**
     * The outcome of the call for a credential; the data of a success is an object.
     *
     * @param waited how long the call has waited for its caller, which does not count
     */
    ToolOutcome run(
            ExecutionChecks.Cleared cleared,
            Function<Optional<Connection>, ToolInvocation> invocation,
            Supplier<Duration> waited) {
        return checked(timed(() -> attempt(cleared, invocation), waited));
    }

    /** A call that ignores interrupts is abandoned. */
    private ToolOutcome timed(Callable<ToolOutcome> call, Supplier<Duration> waited) {
        ExecutorService threads = factory.executor();
        try {
            Future<ToolOutcome> running = threads.submit(call);
            if (!factory.callersRun()) {
                threads.execute(() -> endInTime(running, waited));
            }
            return await(running);
        } finally {
            threads.shutdownNow();
        }
    }

    private void endInTime(Future<ToolOutcome> running, Supplier<Duration> waited) {
        try {
            Duration granted = Duration.ZERO;
            Duration left = limits.executionTimeout();
            while (left.isPositive()) {
                ticker.pause(left);
                Duration all = waited.get();
                left = all.minus(granted);
                granted = all;
            }
            running.cancel(true);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private ToolOutcome await(Future<ToolOutcome> running) {
        try {
            return running.get();
        } catch (CancellationException late) {
            return new ToolOutcome.Failure(
                    FailureKind.TIMED_OUT,
                    "the tool gave no answer within "
                            + limits.executionTimeout().toMillis() + " ms");
        } catch (ExecutionException bug) {
            LOG.failed("a tool", Optional.ofNullable(bug.getCause()).orElse(bug));
            return new ToolOutcome.Failure(FailureKind.FAILED, "the tool failed unexpectedly");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new ToolOutcome.Failure(
                    FailureKind.CANCELLED, "the call was cancelled; whether the tool took effect is not known");
        }
    }

    private ToolOutcome attempt(
            ExecutionChecks.Cleared cleared, Function<Optional<Connection>, ToolInvocation> invocation) {
        try {
            ToolEndpoint endpoint = cleared.endpoint();
            Optional<Connection> connection = cleared.connection().map(credentials::fresh);
            ToolInvocation call = invocation.apply(connection);
            ToolOutcome first = endpoint.invoke(call);
            demands.keep(endpoint);
            boolean refused =
                    first instanceof ToolOutcome.Failure failure && failure.kind() == FailureKind.UNAUTHORIZED;
            Optional<Connection> other = refused
                    ? credentials.afterRefusal(call.caller(), connection, endpoint.integration())
                    : Optional.empty();
            ToolOutcome last = other.isPresent() ? endpoint.invoke(invocation.apply(other)) : first;
            if (last instanceof ToolOutcome.Failure failure && failure.kind() == FailureKind.INSUFFICIENT_SCOPES) {
                other.or(() -> connection).ifPresent(known -> credentials.lacks(known, failure.missing()));
            }
            return last;
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
            case null -> new ToolOutcome.Failure(FailureKind.INVALID_RESPONSE, "the tool returned no result");
            case ToolOutcome.Failure failure -> failure;
            case ToolOutcome.Success(Object data) -> bounded(new ToolOutcome.Success(asObject(data)));
        };
    }

    private ToolOutcome bounded(ToolOutcome.Success whole) {
        Optional<String> fault = JsonData.fault("result", whole.data());
        if (fault.isPresent()) {
            return new ToolOutcome.Failure(FailureKind.INVALID_RESPONSE, fault.get());
        }
        return JsonText.of(whole.data()).length() <= limits.resultCharacters()
                ? new ToolOutcome.Success(JsonData.repaired(whole.data()))
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
