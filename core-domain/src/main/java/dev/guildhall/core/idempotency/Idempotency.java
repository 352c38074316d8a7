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

/** Executes an operation once per idempotency key (general-33). */
public final class Idempotency {
    private static final Duration KEPT = Duration.ofHours(24);

    private final InstantSource clock;
    private final Stores stores;

    public Idempotency(InstantSource clock, Stores stores) {
        this.clock = clock;
        this.stores = stores;
    }

    /**
     * Executes the first request with a key, and returns its result to the later ones. Claim, work and result are one
     * transaction, so no key is ever left without a result.
     *
     * @param entry whose reference is what the work creates
     * @param first executes it, within the transaction
     * @param again finds what an earlier request created, by its reference
     * @throws Refusal with {@code CommonProblem.IdempotencyMismatch} for a key that was used for another request, with
     *     {@code CommonProblem.Conflict} while the first request is being executed
     */
    public <T> T run(IdempotencyStore.Entry entry, Supplier<T> first, Function<String, T> again) {
        return begin(
                entry,
                () -> {
                    T made = first.get();
                    answer(entry.key(), entry.reference(), Map.of());
                    return made;
                },
                answered -> again.apply(answered.reference()),
                reference -> {
                    throw unanswered();
                });
    }

    /**
     * Begins the first request with a key, whose result follows later, and returns the result to later requests. The
     * claim and the beginning are one transaction.
     *
     * @param first begins it, within the transaction
     * @param again the result of an earlier request
     * @param unanswered the result of an earlier request that has no result yet, by its reference
     * @throws Refusal with {@code CommonProblem.IdempotencyMismatch} for a key that was used for another request
     */
    public <T> T begin(
            IdempotencyStore.Entry entry,
            Supplier<T> first,
            Function<Claim.Answered, T> again,
            Function<String, T> unanswered) {
        Instant now = clock.instant();
        return stores.transactions()
                .inTransaction(() -> switch (stores.idempotency().claim(entry, now, now.minus(KEPT))) {
                    case Claim.Fresh ignored -> first.get();
                    case Claim.Answered answered -> again.apply(answered);
                    case Claim.Mismatch ignored -> throw new Refusal(new CommonProblem.IdempotencyMismatch());
                    case Claim.Unanswered(String reference, Instant ignored) -> unanswered.apply(reference);
                });
    }

    /** The refusal of a request whose key belongs to one that has no result yet. */
    public static Refusal unanswered() {
        return new Refusal(
                new CommonProblem.Conflict("the first request with this Idempotency-Key is still being answered"));
    }

    public void answer(IdempotencyStore.Key key, String reference, Map<String, Object> answer) {
        stores.idempotency().answer(key, reference, answer);
    }

    /** Releases the key of a request that began and failed, so that the client may send it again. */
    public void release(IdempotencyStore.Key key, String reference) {
        stores.idempotency().release(key, reference);
    }

    /** Removes the keys that do not count any more, at most so many; returns how many it removed. */
    public int sweep(int most) {
        return stores.idempotency().sweep(clock.instant().minus(KEPT), most);
    }
}
