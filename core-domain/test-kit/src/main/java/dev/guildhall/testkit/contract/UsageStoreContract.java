package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleUsage;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.usage.DailyUsage;
import dev.guildhall.ports.usage.Spender;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageCount;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageGrouping;
import dev.guildhall.ports.usage.UsageOutcome;
import dev.guildhall.ports.usage.UsageRow;
import dev.guildhall.ports.usage.UsageStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every {@link UsageStore} does. */
public interface UsageStoreContract {
    int MANY = 10_000;
    LocalDate TODAY = LocalDate.ofInstant(Sample.NOW, ZoneOffset.UTC);

    Stores stores();

    private UsageStore usage() {
        return stores().usage();
    }

    private List<DailyUsage> allOf(UserId user) {
        return usage().daily(user, TODAY.minusYears(2), TODAY.plusYears(2));
    }

    @Test
    default void a_stored_entry_is_read_unchanged() {
        UserId user = Given.someUser(stores());
        UsageEntry whole = SampleUsage.of(user).build();
        UsageEntry bare = SampleUsage.of(user)
                .withoutFirstToken()
                .estimated()
                .outcome(UsageOutcome.CANCELLED)
                .attempts(0)
                .model("größte/模型:8b")
                .build();

        usage().add(List.of(whole, bare));

        assertThat(usage().ofUser(user, PageRequest.first()).items()).containsExactlyInAnyOrder(whole, bare);
    }

    @Test
    default void only_the_users_own_entries_are_listed_newest_first_in_pages() {
        UserId user = Given.someUser(stores());
        UserId other = Given.someUser(stores());
        List<UsageEntry> entries = IntStream.range(0, 5)
                .mapToObj(i -> SampleUsage.of(user).number(i).build())
                .toList();
        usage().add(entries);
        usage().add(List.of(SampleUsage.of(other).build()));

        Page<UsageEntry> first = usage().ofUser(user, new PageRequest(new Limit(3), Optional.empty()));
        Page<UsageEntry> second = usage().ofUser(user, new PageRequest(new Limit(3), first.next()));

        assertThat(first.items()).containsExactly(entries.get(4), entries.get(3), entries.get(2));
        assertThat(second.items()).containsExactly(entries.get(1), entries.get(0));
        assertThat(second.next()).isEmpty();
    }

    @Test
    default void sums_are_by_user_day_and_model() {
        UserId user = Given.someUser(stores());
        Instant lastMoment =
                TODAY.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().minusMillis(1);
        usage().add(List.of(
                SampleUsage.of(user).model("a").cost(10, 5).build(),
                SampleUsage.of(user).model("a").cost(1, 2).at(lastMoment).build(),
                SampleUsage.of(user)
                        .model("a")
                        .cost(7, 0)
                        .at(lastMoment.plusMillis(1))
                        .build(),
                SampleUsage.of(user).model("b").cost(100, 200).build(),
                SampleUsage.of(Given.someUser(stores())).model("a").build()));
        usage().add(List.of(SampleUsage.of(user).model("a").cost(1, 1).build()));

        assertThat(allOf(user))
                .containsExactlyInAnyOrder(
                        new DailyUsage(TODAY, "a", new UsageCount(12, 8, 3)),
                        new DailyUsage(TODAY.plusDays(1), "a", new UsageCount(7, 0, 1)),
                        new DailyUsage(TODAY, "b", new UsageCount(100, 200, 1)));
    }

    @Test
    default void a_window_holds_its_first_and_its_last_day() {
        UserId user = Given.someUser(stores());
        for (int day = 0; day < 4; day++) {
            usage().add(List.of(SampleUsage.of(user)
                    .cost(day + 1, 0)
                    .at(Sample.NOW.plusSeconds(day * 86_400L))
                    .build()));
        }

        List<DailyUsage> window = usage().daily(user, TODAY.plusDays(1), TODAY.plusDays(2));

        assertThat(window).extracting(DailyUsage::date).containsExactlyInAnyOrder(TODAY.plusDays(1), TODAY.plusDays(2));
    }

    @Test
    default void an_entry_that_is_written_twice_counts_once() {
        UserId user = Given.someUser(stores());
        UsageEntry first = SampleUsage.of(user).cost(3, 4).build();
        UsageEntry second = SampleUsage.of(user).cost(5, 6).build();

        usage().add(List.of(first));
        usage().add(List.of(first, second));
        usage().add(List.of(second));

        assertThat(allOf(user)).extracting(DailyUsage::count).containsExactly(new UsageCount(8, 10, 2));
        assertThat(usage().ofUser(user, PageRequest.first()).items()).hasSize(2);
    }

    @Test
    default void what_is_written_twice_is_spent_once_by_key_account_and_maker_also_days_later() {
        UserId maker = Given.someUser(stores());
        UserId group = Given.someUser(stores());
        ApiKeyId key = new ApiKeyId(Sample.id("key"));
        UsageEntry entry = SampleUsage.of(group)
                .countsFor(maker)
                .price("2")
                .key(key)
                .at(Sample.NOW.minusSeconds(40 * 86_400L))
                .build();
        UsageEntry later =
                SampleUsage.of(group).countsFor(maker).price("4").key(key).build();
        usage().add(List.of(entry, entry));

        usage().add(List.of(later, entry, later));
        usage().add(List.of(entry));

        Set<Spender> spenders = Set.of(new Spender.Account(maker), new Spender.Account(group), new Spender.Key(key));
        assertThat(usage().spent(spenders, TODAY.minusDays(50)))
                .containsOnlyKeys(spenders)
                .allSatisfy((spender, sum) -> assertThat(sum).isEqualByComparingTo("6"));
        assertThat(usage().ofUser(group, PageRequest.first()).items()).hasSize(2);
    }

    @Test
    default void a_refused_request_is_stored_and_not_counted() {
        UserId user = Given.someUser(stores());

        usage().add(List.of(SampleUsage.of(user).outcome(UsageOutcome.REFUSED).build()));

        assertThat(allOf(user)).isEmpty();
        assertThat(usage().ofUser(user, PageRequest.first()).items()).hasSize(1);
    }

    @Test
    default void a_failed_transaction_stores_nothing() {
        UserId user = Given.someUser(stores());

        Throwable undone = catchThrowable(() -> stores().transactions().inTransaction(() -> {
            usage().add(List.of(SampleUsage.of(user).build()));
            throw new IllegalStateException("undone");
        }));

        assertThat(undone).hasMessage("undone");
        assertThat(allOf(user)).isEmpty();
        assertThat(usage().ofUser(user, PageRequest.first()).items()).isEmpty();
    }

    @Test
    default void all_data_is_deleted_with_the_account() {
        UserId user = Given.someUser(stores());
        usage().add(List.of(SampleUsage.of(user).build()));

        stores().erase(user);

        assertThat(allOf(user)).isEmpty();
        assertThat(usage().ofUser(user, PageRequest.first()).items()).isEmpty();
    }

    @Test
    default void no_usage_of_an_erased_account_is_stored() {
        UserId removed = Given.someUser(stores());
        UserId there = Given.someUser(stores());
        stores().erase(removed);

        usage().add(List.of(
                SampleUsage.of(removed).build(),
                SampleUsage.of(there).build(),
                SampleUsage.of(removed).outcome(UsageOutcome.REFUSED).build()));

        assertThat(allOf(removed)).isEmpty();
        assertThat(usage().ofUser(removed, PageRequest.first()).items()).isEmpty();
        assertThat(allOf(there)).hasSize(1);
    }

    @Test
    default void no_usage_is_left_of_an_account_that_is_erased_during_a_write() throws Exception {
        List<UserId> going =
                IntStream.range(0, 12).mapToObj(i -> Given.someUser(stores())).toList();
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (UserId user : going) {
            calls.add(() -> stores().erase(user));
            calls.add(() -> {
                usage().add(going.stream()
                        .map(each -> SampleUsage.of(each).build())
                        .toList());
                return true;
            });
        }
        Collections.shuffle(calls, new Random(20_261_121));

        assertThat(AtOnce.run(calls)).containsOnly(true);
        assertThat(going).allSatisfy(user -> {
            assertThat(allOf(user)).isEmpty();
            assertThat(usage().ofUser(user, PageRequest.first()).items()).isEmpty();
        });
    }

    @Test
    default void a_user_without_an_account_has_usage_too() {
        UserId stranger = new UserId(UserId.EXTERNAL + Sample.id("stranger"));

        usage().add(List.of(SampleUsage.of(stranger).build()));

        assertThat(allOf(stranger)).hasSize(1);
    }

    @Test
    default void old_entries_are_swept_and_their_sums_stay() {
        UserId user = Given.someUser(stores());
        Instant longAgo = Sample.NOW.minusSeconds(1_000 * 86_400L);
        int ofOthers = usage().sweepEntries(longAgo.plusSeconds(60), MANY);
        usage().add(List.of(
                SampleUsage.of(user).at(longAgo).build(),
                SampleUsage.of(user).at(longAgo.plusSeconds(1)).build(),
                SampleUsage.of(user).build()));

        int one = usage().sweepEntries(longAgo.plusSeconds(60), 1);
        int rest = usage().sweepEntries(longAgo.plusSeconds(60), 500);

        assertThat(ofOthers).isLessThan(MANY);
        assertThat(one).isEqualTo(1);
        assertThat(rest).isEqualTo(1);
        assertThat(usage().ofUser(user, PageRequest.first()).items()).hasSize(1);
        assertThat(usage().daily(user, TODAY.minusYears(4), TODAY)).hasSize(2);
    }

    @Test
    default void old_sums_are_swept() {
        UserId user = Given.someUser(stores());
        Instant longAgo = Sample.NOW.minusSeconds(2_000 * 86_400L);
        usage().add(List.of(
                SampleUsage.of(user).at(longAgo).build(), SampleUsage.of(user).build()));

        assertThat(usage().sweepDays(TODAY.minusDays(1_500), 500)).isEqualTo(1);
        assertThat(usage().daily(user, TODAY.minusYears(8), TODAY))
                .extracting(DailyUsage::date)
                .containsExactly(TODAY);
    }

    @Test
    default void batches_that_share_sums_neither_lose_any_nor_wait_for_each_other_for_good() throws Exception {
        List<UserId> users =
                IntStream.range(0, 5).mapToObj(i -> Given.someUser(stores())).toList();
        Random random = new Random(20_261_120);
        Map<UserId, UsageCount> expected = new HashMap<>();
        List<Callable<Boolean>> writers = new ArrayList<>();
        for (int writer = 0; writer < 8; writer++) {
            List<UsageEntry> batch = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                UserId user = users.get(random.nextInt(users.size()));
                batch.add(SampleUsage.of(user)
                        .model("m" + random.nextInt(3))
                        .cost(random.nextInt(100), random.nextInt(100))
                        .build());
            }
            Collections.shuffle(batch, random);
            batch.forEach(entry -> expected.merge(
                    entry.userId(),
                    new UsageCount(entry.usage().promptTokens(), entry.usage().completionTokens(), 1),
                    UsageCount::plus));
            writers.add(() -> {
                usage().add(batch);
                return true;
            });
        }

        AtOnce.run(writers);

        for (UserId user : users) {
            UsageCount sum = allOf(user).stream().map(DailyUsage::count).reduce(UsageCount.ZERO, UsageCount::plus);
            assertThat(sum).isEqualTo(expected.getOrDefault(user, UsageCount.ZERO));
        }
    }

    @Test
    default void what_all_users_used_is_summed_by_user_model_and_day() {
        UserId ada = Given.someUser(stores());
        UserId bob = Given.someUser(stores());
        String model = Sample.id("model");
        usage().add(List.of(
                SampleUsage.of(ada).model(model).build(),
                SampleUsage.of(ada).model(model).build(),
                SampleUsage.of(bob).model(model).build()));

        assertThat(rows(UsageGrouping.USER))
                .filteredOn(row -> row.userId().equals(Optional.of(ada)))
                .singleElement()
                .satisfies(row -> assertThat(row.count().requests()).isEqualTo(2));
        assertThat(rows(UsageGrouping.MODEL))
                .filteredOn(row -> row.model().equals(Optional.of(model)))
                .singleElement()
                .satisfies(row -> assertThat(row.count().requests()).isEqualTo(3));
        assertThat(rows(UsageGrouping.DAY))
                .extracting(row -> row.day().orElseThrow())
                .contains(TODAY);
        assertThat(usage().report(TODAY, TODAY, UsageGrouping.USER, 1)).hasSize(1);
        assertThat(usage().report(TODAY.plusYears(3), TODAY.plusYears(4), UsageGrouping.DAY, 10))
                .isEmpty();
    }

    @Test
    default void costs_are_kept_exactly_and_summed_where_there_are_any() {
        UserId user = Given.someUser(stores());
        UsageEntry priced = SampleUsage.of(user)
                .model("a")
                .price("0.000000000123")
                .key(new ApiKeyId(Sample.id("key")))
                .usage(new Usage(100, 50, 40, 20, 30, false))
                .build();
        usage().add(List.of(
                priced,
                SampleUsage.of(user).model("a").price("1000000000.5").build(),
                SampleUsage.of(user).model("a").build(),
                SampleUsage.of(user).model("free").build(),
                SampleUsage.of(user)
                        .model("refused")
                        .price("7")
                        .outcome(UsageOutcome.REFUSED)
                        .build()));

        assertThat(usage().ofUser(user, PageRequest.first()).items()).contains(priced);
        assertThat(allOf(user))
                .extracting(DailyUsage::model, sum -> sum.count().cost())
                .containsExactlyInAnyOrder(
                        tuple("a", Optional.of(new BigDecimal("1000000000.500000000123"))),
                        tuple("free", Optional.empty()));
    }

    @Test
    default void what_a_spender_spent_is_summed_since_a_day() {
        UserId user = Given.someUser(stores());
        UserId other = Given.someUser(stores());
        ApiKeyId key = new ApiKeyId(Sample.id("key"));
        Instant yesterday = Sample.NOW.minusSeconds(86_400);
        usage().add(List.of(
                SampleUsage.of(user).price("1").build(),
                SampleUsage.of(user).price("2").key(key).build(),
                SampleUsage.of(user).price("4").key(key).at(yesterday).build(),
                SampleUsage.of(user).key(key).build(),
                SampleUsage.of(other).price("8").build()));
        Spender ofUser = new Spender.Account(user);
        Spender ofKey = new Spender.Key(key);
        Spender ofNone = new Spender.Key(new ApiKeyId(Sample.id("key")));

        assertThat(usage().spent(Set.of(ofUser, ofKey, ofNone), TODAY.minusDays(1)))
                .containsOnlyKeys(ofUser, ofKey)
                .hasEntrySatisfying(ofUser, sum -> assertThat(sum).isEqualByComparingTo("7"))
                .hasEntrySatisfying(ofKey, sum -> assertThat(sum).isEqualByComparingTo("6"));
        assertThat(usage().spent(Set.of(ofUser, ofKey), TODAY))
                .hasEntrySatisfying(ofUser, sum -> assertThat(sum).isEqualByComparingTo("3"))
                .hasEntrySatisfying(ofKey, sum -> assertThat(sum).isEqualByComparingTo("2"));
        assertThat(usage().spent(Set.of(ofUser), TODAY.plusDays(1))).isEmpty();
        assertThat(usage().spent(Set.of(), TODAY)).isEmpty();
    }

    @Test
    default void what_keys_of_groups_cost_counts_for_their_makers_too_even_when_the_group_is_gone() {
        UserId maker = Given.someUser(stores());
        UserId group = Given.someUser(stores());
        Instant yesterday = Sample.NOW.minusSeconds(86_400);
        ApiKeyId key = new ApiKeyId(Sample.id("key"));
        UsageEntry entry =
                SampleUsage.of(group).countsFor(maker).price("2").key(key).build();
        usage().add(List.of(
                SampleUsage.of(maker).price("1").build(),
                entry,
                SampleUsage.of(group)
                        .countsFor(maker)
                        .price("4")
                        .key(key)
                        .at(yesterday)
                        .build(),
                SampleUsage.of(group)
                        .countsFor(maker)
                        .price("8")
                        .key(key)
                        .outcome(UsageOutcome.REFUSED)
                        .build(),
                SampleUsage.of(group).countsFor(maker).key(key).build()));
        Spender ofMaker = new Spender.Account(maker);
        Spender ofGroup = new Spender.Account(group);

        assertThat(usage().spent(Set.of(ofMaker, ofGroup), TODAY.minusDays(1)))
                .hasEntrySatisfying(ofMaker, sum -> assertThat(sum).isEqualByComparingTo("7"))
                .hasEntrySatisfying(ofGroup, sum -> assertThat(sum).isEqualByComparingTo("6"));
        assertThat(usage().ofUser(group, PageRequest.first()).items()).contains(entry);

        stores().erase(group);

        assertThat(usage().spent(Set.of(ofMaker, ofGroup), TODAY))
                .containsOnlyKeys(ofMaker)
                .hasEntrySatisfying(ofMaker, sum -> assertThat(sum).isEqualByComparingTo("3"));

        stores().erase(maker);

        assertThat(usage().spent(Set.of(ofMaker), TODAY)).isEmpty();
    }

    @Test
    default void rows_by_key_leave_out_use_without_a_key_and_the_dearest_come_first() {
        UserId user = Given.someUser(stores());
        ApiKeyId dear = new ApiKeyId(Sample.id("key"));
        ApiKeyId cheap = new ApiKeyId(Sample.id("key"));
        usage().add(List.of(
                SampleUsage.of(user).price("1").key(cheap).build(),
                SampleUsage.of(user).price("1").key(cheap).build(),
                SampleUsage.of(user).price("3").key(dear).build(),
                SampleUsage.of(user).price("900").build()));

        assertThat(rows(UsageGrouping.KEY))
                .filteredOn(row -> row.userId().equals(Optional.of(user)))
                .extracting(
                        UsageRow::keyId,
                        row -> row.count().requests(),
                        row -> row.count().cost())
                .containsExactly(
                        tuple(Optional.of(dear), 1L, Optional.of(new BigDecimal("3"))),
                        tuple(Optional.of(cheap), 2L, Optional.of(new BigDecimal("2"))));
    }

    @Test
    default void rows_by_group_are_the_use_of_their_service_accounts() {
        UserId service = Given.someUser(stores());
        UserId other = Given.someUser(stores());
        GroupId group = Given.someGroup(stores());
        stores().groups().setServiceAccount(group, service);
        usage().add(List.of(
                SampleUsage.of(service).model("a").price("1").build(),
                SampleUsage.of(service).model("b").price("2").build(),
                SampleUsage.of(other).price("900").build()));

        List<UsageRow> rows = rows(UsageGrouping.GROUP);

        assertThat(rows).noneMatch(row -> row.userId().equals(Optional.of(other)));
        assertThat(rows)
                .filteredOn(row -> row.groupId().equals(Optional.of(group)))
                .extracting(
                        UsageRow::userId,
                        row -> row.count().requests(),
                        row -> row.count().cost())
                .containsExactly(tuple(Optional.of(service), 2L, Optional.of(new BigDecimal("3"))));
    }

    @Test
    default void the_sums_of_keys_go_with_the_account_and_with_time() {
        UserId user = Given.someUser(stores());
        Spender key = new Spender.Key(new ApiKeyId(Sample.id("key")));
        ApiKeyId old = new ApiKeyId(Sample.id("key"));
        Instant longAgo = Sample.NOW.minusSeconds(2_000 * 86_400L);
        usage().add(List.of(
                SampleUsage.of(user).price("1").key(((Spender.Key) key).keyId()).build(),
                SampleUsage.of(user).price("1").key(old).at(longAgo).build()));

        assertThat(usage().sweepDays(TODAY.minusDays(1_500), 500)).isPositive();
        assertThat(usage().spent(Set.of(new Spender.Key(old)), TODAY.minusYears(8)))
                .isEmpty();
        assertThat(usage().spent(Set.of(key), TODAY)).isNotEmpty();
        stores().erase(user);
        assertThat(usage().spent(Set.of(key, new Spender.Account(user)), TODAY)).isEmpty();
    }

    @Test
    default void the_usage_of_an_erased_account_is_in_no_report() {
        UserId removed = Given.someUser(stores());
        UserId there = Given.someUser(stores());
        String shared = Sample.id("model");
        String own = Sample.id("model");
        usage().add(List.of(
                SampleUsage.of(removed).model(shared).price("1").build(),
                SampleUsage.of(removed).model(own).price("1").build(),
                SampleUsage.of(there).model(shared).price("2").build()));
        UsageRow before = rowOf(shared).getFirst();

        stores().erase(removed);

        UsageRow after = rowOf(shared).getFirst();
        assertThat(before.count().requests()).isEqualTo(2);
        assertThat(after.count().requests()).isEqualTo(1);
        assertThat(after.count().promptTokens()).isEqualTo(before.count().promptTokens() / 2);
        assertThat(after.count().cost())
                .hasValueSatisfying(cost -> assertThat(cost).isEqualByComparingTo("2"));
        assertThat(rowOf(own)).isEmpty();
    }

    private List<UsageRow> rowOf(String model) {
        return rows(UsageGrouping.MODEL).stream()
                .filter(row -> row.model().equals(Optional.of(model)))
                .toList();
    }

    private List<UsageRow> rows(UsageGrouping by) {
        return usage().report(TODAY, TODAY, by, MANY);
    }
}
