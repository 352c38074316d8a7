package dev.guildhall.core.completion;

import dev.guildhall.core.config.Fallbacks.Fallback;
import dev.guildhall.core.config.Prices;
import dev.guildhall.core.telemetry.ErrorNames;
import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.PassedMeasure;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.ports.usage.Cost;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageEntryId;
import dev.guildhall.ports.usage.UsageOutcome;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;

/**
 * The state of one request, so that its entry is correct however the request ends. Only for the thread of the request.
 */
final class UsageMeter {
    private final MeteredRequest request;
    private final InstantSource clock;
    private final Duration total;
    private final Instant begun;
    private UsageEntry.Asked asked;
    private final List<TracedModelCall.Failure> failures = new ArrayList<>();
    private Optional<URI> server = Optional.empty();
    private Optional<Instant> firstChunk = Optional.empty();
    private Optional<Usage> counted = Optional.empty();
    private long estimatedTokens;
    private boolean sent;
    private boolean delivered;
    private boolean streamed;
    private Optional<Usage> usage = Optional.empty();
    private UsageOutcome outcome = UsageOutcome.FAILED;
    private Optional<TracedModelCall.End> end = Optional.empty();
    private Optional<PassedMeasure> measure = Optional.empty();

    /** A request that begins now, and may take that long with all its waits, attempts and fallbacks. */
    UsageMeter(MeteredRequest request, InstantSource clock, Duration total) {
        this.request = request;
        this.clock = clock;
        this.total = total;
        this.begun = clock.instant();
        this.asked = new UsageEntry.Asked(request.provider(), request.model(), 0);
    }

    Caller.User caller() {
        return request.caller();
    }

    List<String> models() {
        return request.models();
    }

    Duration total() {
        return total;
    }

    /** How long the request may still take. Refuses one whose time limit has passed. */
    Duration timeLeft() {
        Duration left = total.minus(between(begun, clock.instant()));
        if (!left.isPositive()) {
            throw new Refusal(new CompletionProblem.ProviderTimedOut("total"));
        }
        return left;
    }

    /** A provider is asked, for the first time or again. */
    void beginAttempt(String provider, String model, Optional<URI> address) {
        server = address;
        asked = new UsageEntry.Asked(provider, model, asked.attempts() + 1);
        sent = true;
        counted = Optional.empty();
    }

    /** A provider failed, or was not asked because its circuit is open; the trace of the request names it. */
    void attemptFailed(Fallback candidate, Refusal refusal) {
        if (failures.size() < TracedModelCall.MOST_FAILURES) {
            failures.add(new TracedModelCall.Failure(
                    clock.instant(), candidate.model().provider(), candidate.name(), ErrorNames.of(refusal)));
        }
    }

    /** The last attempt failed before its first piece, and another follows: none of it counts. */
    void retries() {
        sent = false;
    }

    /** Whether the client received a piece of the answer, so that no fallback can be asked. */
    boolean hasBegun() {
        return delivered || firstChunk.isPresent();
    }

    /** How long the first piece took, or the whole answer when it did not come in pieces. */
    Duration firstChunkAfter(Instant asked) {
        return between(asked, firstChunk.orElseGet(clock::instant));
    }

    /**
     * The request passes unchanged.
     *
     * @param size by which some models are paid, once a provider was asked
     */
    void passes(PassedMeasure size) {
        measure = Optional.of(size);
    }

    /** The bytes of an answer go to the client, so that no other provider can be asked. */
    void delivers() {
        delivered = true;
    }

    /** The client does not receive the answer any more. */
    void clientLeft() {
        outcome = UsageOutcome.CANCELLED;
    }

    /** Passes pieces to the sink and counts them. */
    ChunkSink counting(ChunkSink sink) {
        streamed = true;
        return new CountingSink(sink);
    }

    /** An exception of the inner sink means that the client does not receive the answer any more. */
    private final class CountingSink implements ChunkSink {
        private final ChunkSink inner;

        CountingSink(ChunkSink inner) {
            this.inner = inner;
        }

        @Override
        public void accept(Chunk chunk) {
            switch (chunk) {
                case Chunk.Text(String content) -> count(content);
                case Chunk.Refused(String content) -> count(content);
                case Chunk.Reasoned(String content) -> count(content);
                case Chunk.CallBegun begunCall -> count(begunCall.function());
                case Chunk.CallArguments arguments -> count(arguments.json());
                case Chunk.Counted(Usage reported) -> counted = Optional.of(reported);
                case Chunk.Original ignored -> delivered = true;
            }
            try {
                inner.accept(chunk);
            } catch (RuntimeException | Error failure) {
                outcome = UsageOutcome.CANCELLED;
                throw failure;
            }
        }

        @Override
        public void settle() {
            try {
                inner.settle();
            } catch (RuntimeException | Error failure) {
                outcome = UsageOutcome.CANCELLED;
                throw failure;
            }
        }

        @Override
        public boolean wantsWhole() {
            return inner.wantsWhole();
        }

        /** Most providers send one token in a piece; the pieces of others are longer. */
        private void count(String piece) {
            if (firstChunk.isEmpty()) {
                firstChunk = Optional.of(clock.instant());
            }
            estimatedTokens += Math.max(1, TokenEstimate.of(piece).tokens());
        }
    }

    /** The answer of the model is complete. */
    void completed(Usage cost, String model, Optional<FinishReason> finish) {
        usage = Optional.of(cost);
        outcome = UsageOutcome.COMPLETED;
        end = Optional.of(new TracedModelCall.End.Answered(model, finish));
    }

    /** Ends the request with a failure, unless a failure of the sink has ended it already. */
    void failed(RuntimeException failure) {
        if (outcome != UsageOutcome.CANCELLED && failure instanceof Refusal refusal) {
            outcome = outcome(refusal.problem());
        }
        String error = outcome == UsageOutcome.CANCELLED ? ErrorNames.CANCELLED : ErrorNames.of(failure);
        end = Optional.of(new TracedModelCall.End.Failed(error));
    }

    private static UsageOutcome outcome(Problem problem) {
        return switch (problem) {
            case CommonProblem.Cancelled ignored -> UsageOutcome.CANCELLED;
            case CommonProblem.Unauthenticated ignored -> UsageOutcome.CANCELLED;
            case CommonProblem.Invalid ignored -> UsageOutcome.REFUSED;
            case CompletionProblem.RequestRefused ignored -> UsageOutcome.REFUSED;
            case CompletionProblem.UnknownModel ignored -> UsageOutcome.REFUSED;
            case CompletionProblem.ProviderUnavailable ignored -> UsageOutcome.REFUSED;
            case CompletionProblem.TooManyAtOnce ignored -> UsageOutcome.REFUSED;
            case CommonProblem.BudgetExceeded ignored -> UsageOutcome.REFUSED;
            case CommonProblem.RateLimited ignored -> UsageOutcome.REFUSED;
            default -> UsageOutcome.FAILED;
        };
    }

    /**
     * A request counts after its first piece, and when the client disconnected after it was sent. A request that failed
     * before its first piece costs nothing.
     */
    private boolean costs() {
        return hasBegun() || (sent && outcome == UsageOutcome.CANCELLED);
    }

    private Usage soFar() {
        if (!costs()) {
            return Usage.NONE;
        }
        Usage reported = counted.orElse(Usage.NONE);
        long prompt = reported.promptTokens() > 0
                ? reported.promptTokens()
                : request.promptTokens().getAsLong();
        return new Usage(prompt, Math.max(reported.completionTokens(), estimatedTokens), true)
                .withParts(reported.cachedTokens(), reported.cacheWriteTokens(), reported.reasoningTokens());
    }

    UsageEntry entry(UsageEntryId id, Prices prices) {
        Usage used = usage.orElseGet(this::soFar);
        return new UsageEntry(
                id,
                begun,
                caller().userId(),
                caller().countsFor(),
                caller().key().map(Caller.Key::id),
                request.origin().flatMap(CallOrigin::assistant),
                asked,
                used,
                cost(prices, used),
                outcome,
                firstChunk.map(first -> between(begun, first)),
                between(begun, clock.instant()));
    }

    /** What the request cost that used so much; empty when its model has no price. */
    Optional<BigDecimal> cost(Prices prices, Usage used) {
        boolean counts = usage.isPresent() || costs();
        return measure.filter(size -> counts)
                .map(size -> prices.cost(asked, used, size))
                .orElseGet(() -> prices.cost(asked, used));
    }

    /** The trace of the request that ended with this entry; empty when no provider was asked. */
    Optional<TracedModelCall> traced(UsageEntry entry, Currency currency) {
        if (asked.attempts() == 0) {
            return Optional.empty();
        }
        return end.map(how -> new TracedModelCall(
                request.origin(),
                begun,
                entry.duration(),
                request.operation(),
                asked,
                request.isListed().test(asked.model()),
                failures,
                server,
                request.sampling(),
                streamed,
                entry.firstToken(),
                entry.usage(),
                entry.cost().map(amount -> new Cost(amount, currency)),
                how));
    }

    /** The clock may be set back in the meantime. */
    private static Duration between(Instant from, Instant to) {
        Duration time = Duration.between(from, to);
        return time.isNegative() ? Duration.ZERO : time;
    }
}
