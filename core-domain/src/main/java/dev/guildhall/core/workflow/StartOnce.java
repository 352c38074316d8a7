package dev.guildhall.core.workflow;

import dev.guildhall.core.tool.JsonDigest;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.IdempotencyStore.Claim;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.WorkflowId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes sure that a workflow is started once for a key. Claim and answer are one transaction with the start, so that no
 * key is ever left behind without an answer. Thread-safe.
 */
final class StartOnce {
    private static final String OPERATION = "workflow.start";

    private final InstantSource clock;
    private final IdempotencyStore store;
    private final Duration kept;

    StartOnce(InstantSource clock, IdempotencyStore store, Duration kept) {
        this.clock = clock;
        this.store = store;
        this.kept = kept;
    }

    /**
     * A wish to start a workflow.
     *
     * @param id what it is to be called
     */
    record Wish(UserId userId, String name, List<StepSpec> steps, WorkflowId id) {}

    /**
     * Claims a key within the open transaction.
     *
     * @return the workflow that an earlier wish with the key has started; empty when this one is to be
     */
    Optional<WorkflowId> claim(Wish wish, IdempotencyKey key) {
        IdempotencyStore.Key name = new IdempotencyStore.Key(wish.userId(), OPERATION, key);
        String reference = wish.id().value();
        Instant now = clock.instant();
        IdempotencyStore.Entry entry = new IdempotencyStore.Entry(name, digest(wish), reference);
        return switch (store.claim(entry, now, now.minus(kept))) {
            case Claim.Fresh ignored -> {
                store.answer(name, reference, Map.of("id", reference));
                yield Optional.empty();
            }
            case Claim.Mismatch ignored -> throw new Refusal(new CommonProblem.IdempotencyMismatch());
            case Claim.Answered answered -> Optional.of(new WorkflowId(answered.reference()));
            case Claim.Unanswered ignored ->
                throw new Refusal(new CommonProblem.Conflict(
                        "the first request with this Idempotency-Key is still being answered"));
        };
    }

    private static String digest(Wish wish) {
        List<Map<String, Object>> steps = wish.steps().stream()
                .map(step -> Map.<String, Object>of(
                        "name", step.name(),
                        "taskType", step.taskType().value(),
                        "tools", step.tools(),
                        "input", step.input(),
                        "dependsOn", step.dependsOn()))
                .toList();
        return JsonDigest.of(Map.of("name", wish.name(), "steps", steps));
    }
}
