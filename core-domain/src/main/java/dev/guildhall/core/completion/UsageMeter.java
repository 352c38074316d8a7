package dev.guildhall.core.completion;

import dev.guildhall.core.budget.Prices;
import dev.guildhall.core.telemetry.ErrorNames;
import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageEntryId;
import dev.guildhall.ports.usage.UsageOutcome;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The state of one request, so that its entry is correct however the request ends. Only for the thread of the request.
 */
final class UsageMeter {
    private final Caller.User caller;
    private final LongSupplier promptEstimate;
    private final InstantSource clock;
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

    /** A request that begins now. The estimate of its tokens is called when the provider reports none. */
    UsageMeter(Caller.User caller, String provider, String model, LongSupplier promptEstimate, InstantSource clock) {
        this.caller = caller;
        this.promptEstimate = promptEstimate;
        this.clock = clock;
        this.begun = clock.instant();
        this.asked = new UsageEntry.Asked(provider, model, 0);
    }

    Duration age() {
        return between(begun, clock.instant());
    }

    Caller.User caller() {
        return caller;
    }

    /** A provider is asked, for the first time or again. */
    void asks(String provider, String model, Optional<URI> address) {
        server = address;
        asked = new UsageEntry.Asked(provider, model, asked.attempts() + 1);
        sent = true;
        counted = Optional.empty();
    }

    /** The name of the model that was asked last. */
    String model() {
        return asked.model();
    }

    /** A provider failed, or was not asked because its circuit is open; the trace of the request names it. */
    void failed(String provider, String model, Refusal refusal) {
        if (failures.size() < TracedModelCall.MOST_FAILURES) {
            failures.add(new TracedModelCall.Failure(clock.instant(), provider, model, ErrorNames.of(refusal)));
        }
    }

    /** The attempt failed before its first piece: none of it counts. */
    void hasFailedOnce() {
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

    /** Passes pieces to the sink and counts them. */
    ChunkSink counting(ChunkSink sink) {
        streamed = true;
        return new ChunkSink() {
            @Override
            public void accept(Chunk chunk) {
                switch (chunk) {
                    case Chunk.Text(String content) -> came(content);
                    case Chunk.Refused(String content) -> came(content);
                    case Chunk.Reasoned(String content) -> came(content);
                    case Chunk.CallBegun begunCall -> came(begunCall.function());
                    case Chunk.CallArguments arguments -> came(arguments.json());
                    case Chunk.Counted(Usage reported) -> counted = Optional.of(reported);
                    case Chunk.Original ignored -> delivered = true;
                }
                hand(() -> sink.accept(chunk));
            }

            @Override
            public void settle() {
                hand(sink::settle);
            }

            @Override
            public boolean wantsWhole() {
                return sink.wantsWhole();
            }
        };
    }

    /** Most providers send one token in a piece; the pieces of others are longer. */
    private void came(String piece) {
        if (firstChunk.isEmpty()) {
            firstChunk = Optional.of(clock.instant());
        }
        estimatedTokens += Math.max(1, TokenEstimate.of(piece).tokens());
    }

    /** An exception of the sink means that the client does not receive the answer any more. */
    private void hand(Runnable delivery) {
        boolean taken = false;
        try {
            delivery.run();
            taken = true;
        } finally {
            if (!taken) {
                outcome = UsageOutcome.CANCELLED;
            }
        }
    }

    void completed(Usage cost) {
        usage = Optional.of(cost);
        outcome = UsageOutcome.COMPLETED;
    }

    /** Ends the request with a problem, unless a failure of the sink has ended it already. */
    void endedBy(Problem problem) {
        if (outcome == UsageOutcome.CANCELLED) {
            return;
        }
        outcome = switch (problem) {
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

    Usage usage() {
        return usage.orElseGet(this::soFar);
    }

    /**
     * A request counts after its first piece, and when the client disconnected after it was sent. A request that failed
     * before its first piece costs nothing.
     */
    private Usage soFar() {
        boolean costs = hasBegun() || (sent && outcome == UsageOutcome.CANCELLED);
        if (!costs) {
            return Usage.NONE;
        }
        Usage reported = counted.orElse(Usage.NONE);
        long prompt = reported.promptTokens() > 0 ? reported.promptTokens() : promptEstimate.getAsLong();
        return new Usage(prompt, Math.max(reported.completionTokens(), estimatedTokens), true)
                .withParts(reported.cachedTokens(), reported.cacheWriteTokens(), reported.reasoningTokens());
    }

    /** Whether the client has stopped receiving the answer. */
    boolean isCancelled() {
        return outcome == UsageOutcome.CANCELLED;
    }

    boolean wasAsked() {
        return asked.attempts() > 0;
    }

    TracedModelCall traced(
            TracedModelCall.Operation operation,
            Optional<CallOrigin> origin,
            Sampling sampling,
            TracedModelCall.End end,
            boolean listed,
            Prices prices) {
        return new TracedModelCall(
                origin,
                begun,
                between(begun, clock.instant()),
                operation,
                asked,
                listed,
                failures,
                server,
                sampling,
                streamed,
                firstChunk.map(first -> between(begun, first)),
                usage(),
                prices.cost(asked, usage()).map(amount -> new TracedModelCall.Cost(amount, prices.currency())),
                end);
    }

    UsageEntry entry(UsageEntryId id, Prices prices) {
        Usage used = usage();
        return new UsageEntry(
                id,
                begun,
                caller.userId(),
                caller.countsFor(),
                caller.key().map(Caller.Key::id),
                asked,
                used,
                prices.cost(asked, used),
                outcome,
                firstChunk.map(first -> between(begun, first)),
                between(begun, clock.instant()));
    }

    /** The clock may be set back in the meantime. */
    private static Duration between(Instant from, Instant to) {
        Duration time = Duration.between(from, to);
        return time.isNegative() ? Duration.ZERO : time;
    }
}
