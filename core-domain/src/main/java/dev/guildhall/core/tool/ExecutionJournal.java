package dev.guildhall.core.tool;

import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.core.idempotency.Idempotency;
import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.IdempotencyStore.Claim;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.execution.Executed;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionId;
import dev.guildhall.ports.execution.ExecutionRequest;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.LearnedQuery;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolOutcome;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Supplier;

/** Records executions, their results, and the queries to learn from them. */
final class ExecutionJournal {
    private static final String OPERATION = "tool.execute";

    private static final Logger LOG = System.getLogger(ExecutionJournal.class.getName());
    private static final int MOST_UNRECORDED = 100;

    private final InstantSource clock;
    private final Stores stores;
    private final Supplier<Optional<NodeId>> node;
    private final RecentSearches searches;
    private final ToolLimits limits;
    private final Idempotency once;
    /** Ends that could not be written: the store still has their executions as running. */
    private final Queue<Runnable> unrecorded = new ArrayBlockingQueue<>(MOST_UNRECORDED);

    /** A journal of a process that is that node while it has a lease. */
    ExecutionJournal(
            InstantSource clock,
            Stores stores,
            Supplier<Optional<NodeId>> node,
            RecentSearches searches,
            ToolLimits limits) {
        this.clock = clock;
        this.stores = stores;
        this.node = node;
        this.searches = searches;
        this.limits = limits;
        this.once = new Idempotency(clock, stores);
    }

    /**
     * Executes a request once per idempotency key: the key is claimed and the execution is stored in one transaction.
     * Returns the result of an earlier request; empty when this one is to be executed.
     */
    Optional<Executed> claim(ExecutionRequest request, Execution wanted) {
        return keyOf(request, wanted)
                .flatMap(key -> once.begin(
                        new IdempotencyStore.Entry(
                                key, JsonDigest.of(request), wanted.id().value()),
                        () -> {
                            stores.executions().add(wanted, node.get());
                            return Optional.empty();
                        },
                        answered -> Optional.of(replay(wanted, answered)),
                        reference -> Optional.of(new Executed(abandoned(new ExecutionId(reference)), true))));
    }

    /** The first execution with a key, whose node failed before it could respond. */
    private Execution abandoned(ExecutionId id) {
        endAbandoned();
        return stores.executions()
                .find(id)
                .filter(first -> first.state() instanceof ExecutionState.Ended)
                .orElseThrow(Idempotency::unanswered);
    }

    /** The age at which an execution of a process without a lease is abandoned: it cannot be running any more. */
    static Duration abandonedAfter(ToolLimits limits) {
        return limits.executionTimeout().multipliedBy(2).plusSeconds(60);
    }

    private void endAbandoned() {
        Instant now = clock.instant();
        stores.executions().endAbandoned(now.minus(abandonedAfter(limits)), now);
    }

    /** Writes ends that could not be written before, and ends the executions of failed nodes. */
    void maintenance() {
        for (Runnable end = unrecorded.poll(); end != null; end = unrecorded.poll()) {
            attempt(end);
        }
        endAbandoned();
    }

    private static Executed replay(Execution wanted, Claim.Answered earlier) {
        Map<String, Object> answer = earlier.answer();
        Execution first = new Execution(
                new ExecutionId(earlier.reference()),
                wanted.toolId(),
                wanted.toolName(),
                wanted.userId(),
                wanted.context(),
                wanted.parameters(),
                wanted.parametersDigest(),
                Instant.parse(String.valueOf(answer.get("startedAt"))),
                new ExecutionState.Ended(
                        outcome(answer), duration(answer, "durationMs").orElse(Duration.ZERO)));
        return new Executed(first, true);
    }

    private static Map<String, Object> answer(Instant startedAt, ExecutionState.Ended ended) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("startedAt", startedAt.toString());
        answer.put("durationMs", ended.duration().toMillis());
        switch (ended.outcome()) {
            case ToolOutcome.Success(Object data) -> answer.put("data", data);
            case ToolOutcome.Failure failure -> {
                answer.put("kind", failure.kind().wireName());
                answer.put("message", failure.message());
                failure.retryAfter().ifPresent(later -> answer.put("retryAfterMs", later.toMillis()));
            }
        }
        return answer;
    }

    private static ToolOutcome outcome(Map<String, Object> answer) {
        Optional<Object> kind = Optional.ofNullable(answer.get("kind"));
        if (kind.isEmpty()) {
            return new ToolOutcome.Success(
                    Optional.ofNullable(answer.get("data")).orElseGet(Map::of));
        }
        return new ToolOutcome.Failure(
                kind.map(String::valueOf).flatMap(FailureKind::fromWire).orElse(FailureKind.FAILED),
                String.valueOf(answer.get("message")),
                duration(answer, "retryAfterMs"));
    }

    private static Optional<Duration> duration(Map<String, Object> answer, String name) {
        return answer.get(name) instanceof Number ms
                ? Optional.of(Duration.ofMillis(ms.longValue()))
                : Optional.empty();
    }

    /** Releases the key: the request failed before the tool was called, and the client may send it again. */
    void release(ExecutionRequest request, Execution wanted) {
        keyOf(request, wanted)
                .ifPresent(key -> stores.transactions().run(() -> {
                    once.release(key, wanted.id().value());
                    stores.executions().remove(wanted.id());
                }));
    }

    /** An execution with a key is stored together with the key. */
    void begin(ExecutionRequest request, Execution wanted) {
        if (request.idempotencyKey().isEmpty()) {
            stores.executions().add(wanted, node.get());
        }
    }

    /** Writes how an execution ended, with the result for its key; what cannot be written now is written later. */
    void end(ExecutionRequest request, Execution execution, ExecutionState.Ended ended) {
        attempt(() -> write(request, execution, ended));
    }

    private void attempt(Runnable end) {
        try {
            end.run();
        } catch (Refusal refusal) {
            boolean kept = refusal.problem() instanceof CommonProblem.Unavailable && unrecorded.offer(end);
            LOG.log(Level.WARNING, "the end of an execution could not be recorded and is retried: {0}", kept);
            throw refusal;
        }
    }

    private void write(ExecutionRequest request, Execution execution, ExecutionState.Ended ended) {
        stores.transactions().run(() -> {
            if (stores.executions().end(execution.id(), ended)) {
                keyOf(request, execution)
                        .ifPresent(
                                key -> once.answer(key, execution.id().value(), answer(execution.startedAt(), ended)));
            }
        });
        if (ended.outcome() instanceof ToolOutcome.Success) {
            learn(execution);
        }
    }

    /** Written separately from the execution, which has happened whether this succeeds or not. */
    private void learn(Execution execution) {
        try {
            searches.executed(execution.userId(), execution.toolName()).ifPresent(query -> {
                LearnedQuery learned =
                        new LearnedQuery(execution.userId(), execution.toolName(), query.text(), clock.instant());
                stores.learnedQueries().add(learned, query.embedding(), limits.learned());
            });
        } catch (RuntimeException failure) {
            LOG.log(Level.WARNING, "a query that led to " + execution.toolName() + " could not be kept", failure);
        }
    }

    Page<Execution> ofTool(ToolId toolId, UserId userId, PageRequest page) {
        return stores.executions().ofTool(toolId, userId, page);
    }

    private static Optional<IdempotencyStore.Key> keyOf(ExecutionRequest request, Execution execution) {
        return request.idempotencyKey().map(key -> new IdempotencyStore.Key(execution.userId(), OPERATION, key));
    }
}
