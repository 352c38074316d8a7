package dev.guildhall.core.completion;

import dev.guildhall.core.completion.Fallbacks.Fallback;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Asks a model, retries when that can help, and then asks its fallbacks: only before the first piece of an answer, and
 * within the time limit of the request.
 */
final class RetryingCalls {
    private static final Logger LOG = System.getLogger(RetryingCalls.class.getName());
    private static final int BYTE_VALUES = 256;

    private final Ticker ticker;
    private final SecretSource secrets;
    private final CompletionLimits.Retry limits;
    private final MeteredCalls meteredCalls;
    private final ProviderHealth health;
    private final InstantSource clock;

    interface Try {
        Completion of(Fallback candidate, Duration left, UsageMeter account);
    }

    RetryingCalls(CompletionParts parts, ProviderHealth health, MeteredCalls meteredCalls) {
        this.clock = parts.clock();
        this.ticker = parts.ticker();
        this.secrets = parts.secrets();
        this.limits = parts.limits().retry();
        this.health = health;
        this.meteredCalls = meteredCalls;
    }

    /** The first successful answer. Refuses with the problem of the requested model, when all candidates fail. */
    Completion ask(List<Fallback> candidates, UsageMeter account, Try once) {
        Optional<Refusal> first = Optional.empty();
        for (int i = 0; i < candidates.size(); i++) {
            Fallback candidate = candidates.get(i);
            if (first.isPresent()) {
                if (!mayStandIn(candidate, candidates.getFirst(), first.get())) {
                    continue;
                }
                health.counts(ProviderHealth.Reaction.FALLBACK);
            }
            try {
                // Another deployment of the same model is asked at once, the last one again after a wait.
                boolean last = i + 1 == candidates.size() || !candidate.sharesRouteWith(candidates.get(i + 1));
                return admitted(candidate, last ? limits.retries() : 0, account, once);
            } catch (Refusal refusal) {
                if (account.hasBegun() || !othersMayAnswer(refusal.problem())) {
                    throw first.filter(ignored -> !isCancelled(refusal.problem()))
                            .orElse(refusal);
                }
                // A model name that the client invented is no failure of the provider.
                Level level = refusal.problem() instanceof CompletionProblem.UnknownModel ? Level.DEBUG : Level.WARNING;
                LOG.log(level, "{0} does not answer: {1}", candidate.name(), kind(refusal.problem()));
                first = first.or(() -> Optional.of(refusal));
            }
        }
        throw first.orElseThrow();
    }

    private Completion admitted(Fallback candidate, int retries, UsageMeter account, Try once) {
        CircuitBreaker circuit = health.circuit(candidate.model());
        circuit.admit().ifPresent(wait -> {
            health.counts(ProviderHealth.Reaction.OPEN_CIRCUIT);
            Refusal open = new Refusal(new CompletionProblem.ProviderUnavailable(wait));
            account.failed(candidate.provider(), candidate.name(), open);
            throw open;
        });
        boolean ended = false;
        try {
            Completion answer = askOne(candidate, retries, account, once);
            circuit.succeeded();
            ended = true;
            return answer;
        } catch (Refusal refusal) {
            ended = report(candidate, refusal.problem(), circuit);
            throw refusal;
        } finally {
            if (!ended) {
                circuit.cancelled();
            }
        }
    }

    private boolean report(Fallback candidate, Problem problem, CircuitBreaker circuit) {
        switch (problem) {
            case CompletionProblem.ProviderFailed ignored -> circuit.failed();
            case CompletionProblem.ProviderTimedOut ignored -> circuit.failed();
            case CompletionProblem.ProviderLimited limited -> {
                circuit.succeeded();
                health.coolDown(candidate.model(), limited.retryAfter().orElse(candidate.cooldown()));
            }
            case CompletionProblem.ProviderRefusedKey ignored -> {
                circuit.succeeded();
                health.coolDown(candidate.model(), candidate.cooldown());
            }
            case CompletionProblem.RequestRefused ignored -> circuit.succeeded();
            case CompletionProblem.UnknownModel ignored -> circuit.succeeded();
            default -> {
                return false;
            }
        }
        return true;
    }

    private Completion askOne(Fallback candidate, int retries, UsageMeter account, Try once) {
        for (int attempt = 1; ; attempt++) {
            Duration left = meteredCalls.timeLeft(account);
            account.asks(
                    candidate.provider(), candidate.name(), candidate.model().address());
            Instant asked = clock.instant();
            try {
                Completion answer = once.of(candidate, left, account);
                health.answeredAfter(candidate.model(), account.firstChunkAfter(asked));
                return answer;
            } catch (Refusal refusal) {
                account.failed(candidate.provider(), candidate.name(), refusal);
                if (account.hasBegun() || attempt > retries) {
                    throw refusal;
                }
                Duration wait = waitAfter(refusal.problem(), attempt)
                        .filter(some -> some.compareTo(meteredCalls.timeLeft(account)) < 0)
                        .orElseThrow(() -> refusal);
                LOG.log(Level.WARNING, "attempt {0} failed: {1}", attempt, kind(refusal.problem()));
                account.hasFailedOnce();
                health.counts(ProviderHealth.Reaction.RETRY);
                pause(wait);
            }
        }
    }

    /** How long to wait before the next attempt; empty when a retry would not help. */
    private Optional<Duration> waitAfter(Problem problem, int attempt) {
        return switch (problem) {
            case CompletionProblem.ProviderFailed failed when failed.passing() -> waitFor(failed.retryAfter(), attempt);
            case CompletionProblem.ProviderTimedOut timedOut
            when timedOut.passing() -> waitFor(Optional.empty(), attempt);
            case CompletionProblem.ProviderLimited limited
            when !limited.exhausted() -> waitFor(limited.retryAfter(), attempt);
            default -> Optional.empty();
        };
    }

    /**
     * As long as the provider requires, and never shorter than the backoff; empty when the provider requires too long a
     * wait.
     */
    private Optional<Duration> waitFor(Optional<Duration> retryAfter, int attempt) {
        Duration backoff = withJitter(limits.backoff().after(attempt));
        Duration wait =
                retryAfter.filter(required -> required.compareTo(backoff) > 0).orElse(backoff);
        return Optional.of(wait).filter(some -> some.compareTo(limits.longestRetryAfter()) <= 0);
    }

    /** Between half of a wait and the whole. */
    private Duration withJitter(Duration wait) {
        long most = wait.toMillis();
        int random = Byte.toUnsignedInt(secrets.bytes(1)[0]);
        return Duration.ofMillis(most / 2 + most * random / (2 * BYTE_VALUES));
    }

    private void pause(Duration wait) {
        try {
            ticker.pause(wait);
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    /** A fault of the request itself is a fault for every provider. */
    private static boolean othersMayAnswer(Problem problem) {
        return problem instanceof CompletionProblem.ProviderFailed
                || problem instanceof CompletionProblem.ProviderTimedOut
                || problem instanceof CompletionProblem.ProviderLimited
                || problem instanceof CompletionProblem.ProviderRefusedKey
                || problem instanceof CompletionProblem.ProviderUnavailable
                || problem instanceof CompletionProblem.UnknownModel;
    }

    /** For a model that the first provider does not know, only fallbacks with a model of the same name are asked. */
    private static boolean mayStandIn(Fallback candidate, Fallback wanted, Refusal refusal) {
        return !(refusal.problem() instanceof CompletionProblem.UnknownModel)
                || candidate.name().equals(wanted.name());
    }

    private static boolean isCancelled(Problem problem) {
        return problem instanceof CommonProblem.Cancelled;
    }

    /** The description of a problem for a log: never the provider's message, which may quote the question. */
    private static String kind(Problem problem) {
        return problem instanceof CompletionProblem.RequestRefused
                ? "RequestRefused"
                : problem.getClass().getSimpleName() + ": " + problem.message();
    }
}
