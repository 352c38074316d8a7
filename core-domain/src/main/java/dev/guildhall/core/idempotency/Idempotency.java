package dev.guildhall.core.idempotency;

import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.IdempotencyStore.Claim;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes sure that a key makes something be written once. Claim, work and answer are one transaction, so that no key is ever
 * left behind without an answer, and there is no moment at which only some of them are there. Thread-safe.
 */
public final class Idempotency {
    /** How long a key counts (contract 0). */
    public static final Duration KEPT = Duration.ofHours(24);

    private final InstantSource clock;
    private final Stores stores;

    public Idempotency(InstantSource clock, Stores stores) {
        this.clock = clock;
        this.stores = stores;
    }

    /**
     * Does the work of the first request with a key, and answers the later ones.
     *
     * @param entry whose reference is what the work makes
     * @param first does it, within the transaction
     * @param again finds what an earlier request has made, by its reference
     * @throws Refusal with {@code CommonProblem.IdempotencyMismatch} for a key that came with something else, with
     *     {@code CommonProblem.Conflict} while the first request is being answered
     */
    public <T> T run(IdempotencyStore.Entry entry, Supplier<T> first, Function<String, T> again) {
        Instant now = clock.instant();
        return stores.transactions().inTransaction(() -> switch (stores.idempotency()
                .claim(entry, now, now.minus(KEPT))) {
            case Claim.Fresh ignored -> {
                T made = first.get();
                stores.idempotency().answer(entry.key(), entry.reference(), Map.of());
                yield made;
            }
            case Claim.Answered answered -> again.apply(answered.reference());
            case Claim.Mismatch ignored -> throw new Refusal(new CommonProblem.IdempotencyMismatch());
            case Claim.Unanswered ignored ->
                throw new Refusal(new CommonProblem.Conflict(
                        "the first request with this Idempotency-Key is still being answered"));
        });
    }
}
