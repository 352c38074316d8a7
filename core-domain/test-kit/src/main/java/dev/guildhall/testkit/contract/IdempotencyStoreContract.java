package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.IdempotencyStore.Claim;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link IdempotencyStore} does. */
public interface IdempotencyStoreContract {
    /** A time long before the data of other suites. */
    Instant THEN = Sample.NOW.minus(Duration.ofDays(3000));

    Duration LIFE = Duration.ofHours(24);
    int AT_ONCE = 50;

    Stores stores();

    private IdempotencyStore keys() {
        return stores().idempotency();
    }

    private IdempotencyStore.Key someKey() {
        return new IdempotencyStore.Key(Given.someUser(stores()), "tool.execute", new IdempotencyKey(Sample.id("key")));
    }

    private static IdempotencyStore.Entry entry(IdempotencyStore.Key key, String digest, String reference) {
        return new IdempotencyStore.Entry(key, digest, reference);
    }

    private Claim claim(IdempotencyStore.Entry entry, Instant now) {
        return keys().claim(entry, now, now.minus(LIFE));
    }

    private Claim claim(IdempotencyStore.Entry entry) {
        return claim(entry, Sample.NOW);
    }

    @Test
    default void a_new_key_is_fresh_and_then_waits_for_its_answer() {
        IdempotencyStore.Key key = someKey();

        Claim first = claim(entry(key, "d1", "exec_1"));
        Claim second = claim(entry(key, "d1", "exec_2"), Sample.NOW.plusSeconds(1));

        assertThat(first).isEqualTo(new Claim.Fresh());
        assertThat(second).isEqualTo(new Claim.Unanswered("exec_1", Sample.NOW));
    }

    @Test
    default void the_answer_is_read_unchanged_in_its_order() {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("zebra", Arrays.asList(1, 1.0, null, true, new BigInteger("123456789012345678901234567890")));
        answer.put("a", Map.of("deep", Collections.singletonMap("er", null)));
        answer.put("text", "茶 👋 NUL \u0000 half \ud83d \"quoted\"");
        IdempotencyStore.Key key = someKey();
        claim(entry(key, "d1", "exec_1"));

        keys().answer(key, "exec_1", answer);
        Claim again = claim(entry(key, "d1", "exec_2"));

        assertThat(again).isEqualTo(new Claim.Answered("exec_1", answer));
        assertThat(((Claim.Answered) again).answer().keySet()).containsExactlyElementsOf(answer.keySet());
    }

    @Test
    default void a_key_with_another_request_does_not_match_answered_or_not() {
        IdempotencyStore.Key key = someKey();
        claim(entry(key, "d1", "exec_1"));

        Claim unanswered = claim(entry(key, "d2", "exec_2"));
        keys().answer(key, "exec_1", Map.of("n", 1));
        Claim answered = claim(entry(key, "d2", "exec_3"));

        assertThat(List.of(unanswered, answered)).containsOnly(new Claim.Mismatch());
        assertThat(claim(entry(key, "d1", "exec_4"))).isEqualTo(new Claim.Answered("exec_1", Map.of("n", 1)));
    }

    @Test
    default void keys_are_of_one_user_and_one_operation() {
        IdempotencyStore.Key key = someKey();
        UserId other = Given.someUser(stores());
        claim(entry(key, "d1", "exec_1"));

        assertThat(claim(entry(new IdempotencyStore.Key(other, key.operation(), key.key()), "d2", "exec_2")))
                .isEqualTo(new Claim.Fresh());
        assertThat(claim(entry(new IdempotencyStore.Key(key.userId(), "task.submit", key.key()), "d3", "exec_3")))
                .isEqualTo(new Claim.Fresh());
        assertThat(claim(entry(
                        new IdempotencyStore.Key(key.userId(), key.operation(), new IdempotencyKey("x")),
                        "d4",
                        "exec_4")))
                .isEqualTo(new Claim.Fresh());
    }

    @RepeatedTest(3)
    default void of_many_claims_at_once_one_is_fresh() throws Exception {
        IdempotencyStore.Key key = someKey();
        List<Callable<Claim>> calls = IntStream.range(0, AT_ONCE)
                .<Callable<Claim>>mapToObj(i -> () -> claim(entry(key, "d1", "exec_" + i)))
                .toList();

        List<Claim> claims = AtOnce.run(calls);

        List<Integer> fresh = IntStream.range(0, AT_ONCE)
                .boxed()
                .filter(i -> claims.get(i) instanceof Claim.Fresh)
                .toList();
        assertThat(fresh).hasSize(1);
        assertThat(claims.stream().filter(one -> !(one instanceof Claim.Fresh)))
                .hasSize(AT_ONCE - 1)
                .containsOnly(new Claim.Unanswered("exec_" + fresh.getFirst(), Sample.NOW));
    }

    @Test
    default void of_many_claims_of_an_expired_key_at_once_one_is_fresh() throws Exception {
        IdempotencyStore.Key key = someKey();
        claim(entry(key, "old", "exec_old"));
        keys().answer(key, "exec_old", Map.of("n", 1));
        Instant later = Sample.NOW.plus(LIFE).plusMillis(1);
        List<Callable<Claim>> calls = IntStream.range(0, AT_ONCE)
                .<Callable<Claim>>mapToObj(i -> () -> claim(entry(key, "new", "exec_" + i), later))
                .toList();

        List<Claim> claims = AtOnce.run(calls);

        assertThat(claims.stream().filter(Claim.Fresh.class::isInstance)).hasSize(1);
        assertThat(claims.stream().filter(Claim.Unanswered.class::isInstance)).hasSize(AT_ONCE - 1);
    }

    @RepeatedTest(3)
    default void concurrent_claims_and_releases_never_permit_two() throws Exception {
        IdempotencyStore.Key key = someKey();
        AtomicInteger inside = new AtomicInteger();
        List<Callable<Integer>> calls = IntStream.range(0, 20)
                .<Callable<Integer>>mapToObj(i -> () -> {
                    if (!(claim(entry(key, "d1", "exec_" + i)) instanceof Claim.Fresh)) {
                        return 0;
                    }
                    int there = inside.incrementAndGet();
                    inside.decrementAndGet();
                    keys().release(key, "exec_" + i);
                    return there;
                })
                .toList();

        assertThat(AtOnce.run(calls)).contains(1).allMatch(there -> there <= 1);
    }

    @Test
    default void a_key_counts_to_the_end_of_its_life_and_no_longer() {
        IdempotencyStore.Key key = someKey();
        claim(entry(key, "d1", "exec_1"));
        keys().answer(key, "exec_1", Map.of("n", 1));

        Claim atTheEnd = claim(entry(key, "d1", "exec_2"), Sample.NOW.plus(LIFE));
        Claim after = claim(entry(key, "d2", "exec_3"), Sample.NOW.plus(LIFE).plusMillis(1));
        Claim again = claim(entry(key, "d2", "exec_4"), Sample.NOW.plus(LIFE).plusMillis(2));

        assertThat(atTheEnd).isEqualTo(new Claim.Answered("exec_1", Map.of("n", 1)));
        assertThat(after).isEqualTo(new Claim.Fresh());
        assertThat(again)
                .isEqualTo(new Claim.Unanswered("exec_3", Sample.NOW.plus(LIFE).plusMillis(1)));
    }

    @Test
    default void a_released_key_is_fresh_again() {
        IdempotencyStore.Key key = someKey();
        claim(entry(key, "d1", "exec_1"));

        keys().release(key, "exec_1");

        assertThat(claim(entry(key, "d2", "exec_2"))).isEqualTo(new Claim.Fresh());
    }

    @Test
    default void a_request_that_has_lost_its_key_can_neither_answer_nor_release_it() {
        IdempotencyStore.Key key = someKey();
        claim(entry(key, "d1", "exec_1"));
        Instant later = Sample.NOW.plus(LIFE).plusMillis(1);
        claim(entry(key, "d1", "exec_2"), later);

        keys().answer(key, "exec_1", Map.of("stale", true));
        keys().release(key, "exec_1");

        assertThat(claim(entry(key, "d1", "exec_3"), later)).isEqualTo(new Claim.Unanswered("exec_2", later));
    }

    @Test
    default void a_key_that_was_not_claimed_accepts_no_answer() {
        IdempotencyStore.Key key = someKey();

        keys().answer(key, "exec_1", Map.of("n", 1));

        assertThat(claim(entry(key, "d1", "exec_2"))).isEqualTo(new Claim.Fresh());
    }

    @Test
    default void old_claims_are_removed_in_batches() {
        IdempotencyStore.Key first = someKey();
        IdempotencyStore.Key second = someKey();
        IdempotencyStore.Key young = someKey();
        List.of(first, second).forEach(key -> claim(entry(key, "d1", "exec_1"), THEN));
        claim(entry(young, "d1", "exec_1"), THEN.plusSeconds(1));

        List<Integer> swept = List.of(
                keys().sweep(THEN.plusMillis(1), 1),
                keys().sweep(THEN.plusMillis(1), 10),
                keys().sweep(THEN.plusMillis(1), 10));

        assertThat(swept).containsExactly(1, 1, 0);
        assertThat(claim(entry(first, "d1", "exec_2"), THEN)).isEqualTo(new Claim.Fresh());
        assertThat(claim(entry(young, "d1", "exec_2"), THEN.plusSeconds(1)))
                .isEqualTo(new Claim.Unanswered("exec_1", THEN.plusSeconds(1)));
        keys().sweep(THEN.plusSeconds(2), 10);
    }

    @Test
    default void keys_are_deleted_with_their_account() {
        IdempotencyStore.Key key = someKey();
        claim(entry(key, "d1", "exec_1"), THEN);

        stores().erase(key.userId());

        assertThat(keys().sweep(THEN.plusMillis(1), 10)).isZero();
    }

    @Test
    default void a_key_of_an_erased_account_blocks_no_request() {
        IdempotencyStore.Key key = someKey();
        stores().erase(key.userId());

        assertThat(claim(entry(key, "d1", "exec_1"))).isEqualTo(new Claim.Fresh());
    }

    @Test
    default void a_claim_is_undone_with_its_transaction() {
        IdempotencyStore.Key fresh = someKey();
        IdempotencyStore.Key claimed = someKey();
        claim(entry(claimed, "d1", "exec_1"));

        Undone.after(stores(), () -> {
            claim(entry(fresh, "d1", "exec_1"));
            keys().answer(claimed, "exec_1", Map.of("n", 1));
        });

        assertThat(claim(entry(fresh, "d2", "exec_2"))).isEqualTo(new Claim.Fresh());
        assertThat(claim(entry(claimed, "d1", "exec_2"))).isEqualTo(new Claim.Unanswered("exec_1", Sample.NOW));
    }
}
