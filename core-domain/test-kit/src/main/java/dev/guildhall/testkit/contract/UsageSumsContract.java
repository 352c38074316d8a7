package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleUsage;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.usage.UsageCount;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageGrouping;
import dev.guildhall.ports.usage.UsageOutcome;
import dev.guildhall.ports.usage.UsageRow;
import dev.guildhall.ports.usage.UsageStore;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every {@link UsageStore} reports from the sums that it keeps since some days. */
public interface UsageSumsContract {
    int MANY = 10_000;
    int DAYS = 40;
    int ROUNDS = 40;
    LocalDate TODAY = LocalDate.ofInstant(Sample.NOW, ZoneOffset.UTC);
    LocalDate WEEK = TODAY.minusDays(6);
    LocalDate MONTH = TODAY.minusDays(29);

    Stores stores();

    private UsageStore usage() {
        return stores().usage();
    }

    private List<UserId> users(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> i % 4 == 0 ? new UserId(UserId.EXTERNAL + Sample.id("usr")) : Given.someUser(stores()))
                .toList();
    }

    private static List<UsageEntry> batch(List<UserId> users, Random random) {
        List<UsageEntry> batch = new ArrayList<>();
        for (int i = random.nextInt(1, 30); i > 0; i--) {
            UserId user = users.get(random.nextInt(users.size()));
            SampleUsage entry = SampleUsage.of(user)
                    .model("m" + random.nextInt(3) + user.value())
                    .at(Sample.NOW.minusSeconds(86_400L * random.nextInt(DAYS)));
            if (random.nextInt(3) > 0) {
                entry.price(new BigDecimal(random.nextInt(1, 100_000))
                        .movePointLeft(3)
                        .toPlainString());
            }
            if (random.nextBoolean()) {
                entry.key(new ApiKeyId("key_" + random.nextInt(2) + user.value()));
            }
            if (random.nextInt(9) == 0) {
                entry.outcome(UsageOutcome.REFUSED);
            }
            batch.add(entry.build());
        }
        return batch;
    }

    private void keep(Set<LocalDate> firsts, int most) {
        while (usage().keepSums(firsts, most) > 0) {
            // Goes on until all sums are complete.
        }
    }

    /** As the journal and the housekeeping do when the database undoes a transaction in favour of another. */
    private static void again(Runnable work) {
        boolean undone = true;
        while (undone) {
            try {
                work.run();
                undone = false;
            } catch (Refusal refusal) {
                assertThat(refusal.isOutage()).isTrue();
            }
        }
    }

    private static boolean isSince(UsageEntry entry, LocalDate first) {
        return entry.outcome() != UsageOutcome.REFUSED
                && !LocalDate.ofInstant(entry.at(), ZoneOffset.UTC).isBefore(first);
    }

    private static <K> Map<K, UsageCount> sums(
            Collection<UsageEntry> entries, LocalDate first, Function<UsageEntry, Optional<K>> key) {
        Map<K, UsageCount> sums = new HashMap<>();
        entries.stream()
                .filter(entry -> isSince(entry, first))
                .forEach(entry -> key.apply(entry)
                        .ifPresent(of -> sums.merge(
                                of,
                                new UsageCount(
                                        entry.usage().promptTokens(),
                                        entry.usage().completionTokens(),
                                        1,
                                        entry.cost()),
                                UsageCount::plus)));
        return sums;
    }

    private <K> Map<K, UsageCount> report(
            LocalDate first, UsageGrouping by, List<UserId> users, Function<UsageRow, K> key) {
        return usage().report(first, TODAY, by, MANY).stream()
                .filter(row -> users.contains(row.userId().orElseThrow()))
                .collect(Collectors.toMap(key, UsageRow::count));
    }

    private void assertReported(List<UserId> users, Collection<UsageEntry> entries) {
        for (LocalDate first : List.of(WEEK, MONTH, TODAY.minusDays(11))) {
            assertSame(
                    report(first, UsageGrouping.USER, users, row -> row.userId().orElseThrow()),
                    sums(entries, first, entry -> Optional.of(entry.userId())));
            assertSame(
                    report(first, UsageGrouping.KEY, users, row -> row.keyId().orElseThrow()),
                    sums(entries, first, UsageEntry::keyId));
        }
    }

    private static <K> void assertSame(Map<K, UsageCount> reported, Map<K, UsageCount> expected) {
        assertThat(reported).containsOnlyKeys(expected.keySet());
        reported.forEach((key, count) -> {
            UsageCount counted = Objects.requireNonNull(expected.get(key));
            assertThat(count.promptTokens()).isEqualTo(counted.promptTokens());
            assertThat(count.completionTokens()).isEqualTo(counted.completionTokens());
            assertThat(count.requests()).isEqualTo(counted.requests());
            assertThat(count.cost().map(BigDecimal::stripTrailingZeros))
                    .isEqualTo(counted.cost().map(BigDecimal::stripTrailingZeros));
        });
    }

    @Test
    default void reports_are_the_same_before_during_and_after_their_sums_are_kept() {
        List<UserId> users = users(12);
        Random random = new Random(20_261_129);
        List<UsageEntry> entries = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            List<UsageEntry> batch = batch(users, random);
            usage().add(batch);
            entries.addAll(batch);
            if (i >= 10) {
                usage().keepSums(Set.of(WEEK, MONTH), 3);
            }
            if (i == 20) {
                assertReported(users, entries);
            }
        }
        keep(Set.of(WEEK, MONTH), 5);
        assertReported(users, entries);
        List<UsageEntry> later = batch(users, random);
        usage().add(later);
        usage().add(later);
        entries.addAll(later);

        assertReported(users, entries);
        keep(Set.of(WEEK), 500);
        keep(Set.of(MONTH), 500);
        assertReported(users, entries);
    }

    @Test
    default void an_erased_account_is_in_no_report_from_sums() {
        List<UserId> users = users(8);
        List<UsageEntry> entries = new ArrayList<>(batch(users, new Random(7)));
        entries.addAll(batch(users, new Random(8)));
        keep(Set.of(WEEK, MONTH), 500);
        usage().add(entries);
        UserId erased = users.get(1);

        stores().erase(erased);
        usage().add(List.of(SampleUsage.of(erased).price("1").build()));

        entries.removeIf(entry -> entry.userId().equals(erased));
        assertReported(users, entries);
    }

    @Test
    default void a_report_from_sums_has_the_dearest_first_and_no_day_behind_its_last() {
        List<UserId> users = users(4).subList(1, 4);
        LocalDate first = TODAY.plusYears(20);
        keep(Set.of(first), 500);
        usage().add(List.of(
                SampleUsage.of(users.get(0))
                        .at(first.atStartOfDay(ZoneOffset.UTC).toInstant())
                        .build(),
                SampleUsage.of(users.get(0))
                        .at(first.atStartOfDay(ZoneOffset.UTC).toInstant())
                        .build(),
                SampleUsage.of(users.get(1))
                        .at(first.atStartOfDay(ZoneOffset.UTC).toInstant())
                        .price("2")
                        .build(),
                SampleUsage.of(users.get(2))
                        .at(first.atStartOfDay(ZoneOffset.UTC).toInstant())
                        .build(),
                SampleUsage.of(users.get(2))
                        .at(first.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant())
                        .price("3")
                        .build()));

        List<UsageRow> one = usage().report(first, first, UsageGrouping.USER, MANY);
        List<UsageRow> two = usage().report(first, first.plusDays(1), UsageGrouping.USER, MANY);

        assertThat(one)
                .extracting(row -> row.userId().orElseThrow())
                .containsExactly(users.get(1), users.get(0), users.get(2));
        assertThat(two)
                .extracting(row -> row.userId().orElseThrow())
                .containsExactly(users.get(2), users.get(1), users.get(0));
        assertThat(usage().report(first, first.plusDays(1), UsageGrouping.USER, 2))
                .hasSize(2);
        users.forEach(user -> stores().erase(user));
    }

    @Tag(ReplaceableStores.SLOW)
    @Test
    default void no_row_is_missed_or_counted_twice_while_sums_begin_and_others_read() throws Exception {
        List<UserId> users = users(9);
        Random random = new Random(20_261_130);
        List<List<UsageEntry>> batches =
                IntStream.range(0, 80).mapToObj(i -> batch(users, random)).toList();
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            List<List<UsageEntry>> own = batches.subList(writer * 20, writer * 20 + 20);
            calls.add(() -> {
                own.forEach(batch -> again(() -> usage().add(batch)));
                return true;
            });
        }
        for (int node = 0; node < 2; node++) {
            calls.add(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    LocalDate changing = WEEK.minusDays(round / 8 % 2);
                    again(() -> usage().keepSums(Set.of(changing, MONTH), 4));
                }
                return true;
            });
        }
        for (LocalDate first : List.of(WEEK, MONTH)) {
            calls.add(() -> {
                long before = 0;
                for (int round = 0; round < ROUNDS; round++) {
                    long requests =
                            report(
                                            first,
                                            UsageGrouping.USER,
                                            users,
                                            row -> row.userId().orElseThrow())
                                    .values()
                                    .stream()
                                    .mapToLong(UsageCount::requests)
                                    .sum();
                    assertThat(requests).isGreaterThanOrEqualTo(before);
                    before = requests;
                }
                return true;
            });
        }
        Collections.shuffle(calls, random);

        assertThat(AtOnce.run(calls)).containsOnly(true);
        List<UsageEntry> entries = batches.stream().flatMap(List::stream).toList();
        assertReported(users, entries);
        keep(Set.of(WEEK, MONTH), 500);
        assertReported(users, entries);
    }
}
