package dev.guildhall.core.tool;

import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.IdempotencyStore.Claim;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.Executed;
import dev.guildhall.ports.tool.Execution;
import dev.guildhall.ports.tool.ExecutionId;
import dev.guildhall.ports.tool.ExecutionRequest;
import dev.guildhall.ports.tool.ExecutionState;
import dev.guildhall.ports.tool.LearntQuery;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** Writes down what is executed, what came of it, and what is to be learnt from it. Thread-safe. */
final class ExecutionJournal {
    private static final String OPERATION = "tool.execute";

    private final InstantSource clock;
    private final Stores stores;
    private final RecentSearches searches;
    private final ToolLimits limits;

    ExecutionJournal(InstantSource clock, Stores stores, RecentSearches searches, ToolLimits limits) {
        this.clock = clock;
        this.stores = stores;
        this.searches = searches;
        this.limits = limits;
    }

    /**
     * Makes sure that a request with an idempotency key is carried out once.
     *
     * @return what came of an earlier one; empty when this one is to be carried out
     */
    Optional<Executed> claim(ExecutionRequest request, Execution wanted) {
        return request.idempotencyKey().flatMap(ignored -> {
            IdempotencyStore.Entry entry = new IdempotencyStore.Entry(
                    keyOf(request, wanted).orElseThrow(),
                    JsonDigest.of(request),
                    wanted.id().value());
            Instant now = clock.instant();
            return switch (stores.idempotency().claim(entry, now, now.minus(limits.answersKept()))) {
                case Claim.Fresh fresh -> Optional.empty();
                case Claim.Mismatch mismatch -> throw new Refusal(new CommonProblem.IdempotencyMismatch());
                case Claim.Answered(String reference, Map<String, Object> answer) ->
                    Optional.of(replay(wanted, reference, ExecutionAnswers.read(answer)));
                case Claim.Unanswered(String reference, Instant claimedAt) ->
                    Optional.of(replay(wanted, reference, abandoned(claimedAt, now)));
            };
        });
    }

    /** A node that has been silent for longer than an execution can take will not answer any more. */
    private ExecutionAnswers.Answer abandoned(Instant claimedAt, Instant now) {
        if (now.isBefore(claimedAt.plus(limits.abandonedAfter()))) {
            throw new Refusal(
                    new CommonProblem.Conflict("the first request with this Idempotency-Key is still being answered"));
        }
        return new ExecutionAnswers.Answer(
                claimedAt, new ExecutionState.Ended(ExecutionState.INTERRUPTED, limits.abandonedAfter()));
    }

    private static Executed replay(Execution wanted, String reference, ExecutionAnswers.Answer answer) {
        Execution first = new Execution(
                new ExecutionId(reference),
                wanted.toolId(),
                wanted.toolName(),
                wanted.userId(),
                wanted.context(),
                wanted.parameters(),
                wanted.parametersDigest(),
                answer.startedAt(),
                answer.ended());
        return new Executed(first, true);
    }

    /** Gives the key up: nothing came of the request, and it may be sent again. */
    void release(ExecutionRequest request, Execution wanted) {
        keyOf(request, wanted)
                .ifPresent(key -> stores.idempotency().release(key, wanted.id().value()));
    }

    void begin(Execution wanted) {
        stores.executions().add(wanted);
    }

    void end(ExecutionRequest request, Execution execution, ExecutionState.Ended ended) {
        stores.transactions().run(() -> {
            stores.executions().end(execution.id(), ended);
            keyOf(request, execution)
                    .ifPresent(key -> stores.idempotency()
                            .answer(key, execution.id().value(), ExecutionAnswers.write(execution.startedAt(), ended)));
            if (ended.outcome() instanceof ToolOutcome.Success) {
                learn(execution);
            }
        });
    }

    private void learn(Execution execution) {
        searches.queryFor(execution.userId(), execution.toolName())
                .map(query -> new LearntQuery(execution.userId(), execution.toolName(), query, clock.instant()))
                .ifPresent(learnt -> stores.learntQueries().add(learnt, limits.learntOfTool()));
    }

    Page<Execution> ofTool(ToolId toolId, UserId userId, PageRequest page) {
        return stores.executions().ofTool(toolId, userId, page);
    }

    private static Optional<IdempotencyStore.Key> keyOf(ExecutionRequest request, Execution execution) {
        return request.idempotencyKey().map(key -> new IdempotencyStore.Key(execution.userId(), OPERATION, key));
    }
}
