package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.usage.AssistantUsage;
import dev.guildhall.ports.usage.UsageCount;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageOutcome;
import dev.guildhall.ports.usage.UsageStore;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleUsage;
import dev.guildhall.testkit.contract.agent.AssistantStoreContract;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every {@link UsageStore} knows about the use of assistants. */
public interface AssistantUsageContract {
    int MANY = 10_000;
    LocalDate TODAY = LocalDate.ofInstant(Sample.NOW, ZoneOffset.UTC);
    Instant YESTERDAY = Sample.NOW.minusSeconds(86_400);
    AssistantUsage NONE = new AssistantUsage(List.of(), Map.of());

    Stores stores();

    private UsageStore usage() {
        return stores().usage();
    }

    private AssistantId assistantOf(UserId owner) {
        AssistantId id = new AssistantId(Sample.id("ast"));
        stores().assistants()
                .add(new Assistant(
                        id,
                        1,
                        owner,
                        Optional.empty(),
                        AssistantStoreContract.definition("Helper", Audience.PRIVATE),
                        Sample.NOW,
                        Sample.NOW));
        return id;
    }

    private AssistantUsage of(AssistantId assistant) {
        return usage().ofAssistant(assistant, TODAY.minusDays(89), TODAY, MANY);
    }

    private static SampleUsage asked(UserId user, AssistantId assistant, int version) {
        return SampleUsage.of(user).cost(10, 5).assistant(new AssistantVersion(assistant, version));
    }

    private static UsageCount count(int requests, String cost) {
        return new UsageCount(10L * requests, 5L * requests, requests, Optional.of(new BigDecimal(cost)));
    }

    @Test
    default void an_entry_names_the_assistant_and_its_version() {
        UserId user = Given.someUser(stores());
        UsageEntry entry = asked(user, assistantOf(user), 3).build();

        usage().add(List.of(entry));

        assertThat(usage().ofUser(user, PageRequest.first()).items()).containsExactly(entry);
    }

    @Test
    default void what_all_users_of_an_assistant_used_is_summed_by_version_and_day() {
        UserId owner = Given.someUser(stores());
        UserId other = Given.someUser(stores());
        AssistantId assistant = assistantOf(owner);
        usage().add(List.of(
                asked(owner, assistant, 1).at(YESTERDAY).price("0.25").build(),
                asked(other, assistant, 1).model("other").price("0.5").build(),
                asked(other, assistant, 2).price("1").build(),
                asked(owner, assistantOf(owner), 1).price("8").build(),
                SampleUsage.of(owner).price("16").build()));
        usage().add(List.of(asked(owner, assistant, 2).price("2").build()));

        AssistantUsage used = of(assistant);

        assertThat(used.versions())
                .containsExactly(
                        new AssistantUsage.Version(2, count(2, "3")), new AssistantUsage.Version(1, count(2, "0.75")));
        assertThat(used.byDay())
                .isEqualTo(Map.of(TODAY, count(3, "3.5"), TODAY.minusDays(1), count(1, "0.25")));
    }

    @Test
    default void a_window_has_its_first_and_its_last_day_and_the_newest_versions() {
        UserId owner = Given.someUser(stores());
        AssistantId assistant = assistantOf(owner);
        for (int version = 1; version <= 4; version++) {
            usage().add(List.of(asked(owner, assistant, version)
                    .at(Sample.NOW.plusSeconds(version * 86_400L))
                    .build()));
        }

        AssistantUsage three = usage().ofAssistant(assistant, TODAY.plusDays(1), TODAY.plusDays(3), MANY);
        AssistantUsage two = usage().ofAssistant(assistant, TODAY.plusDays(1), TODAY.plusDays(3), 2);

        assertThat(three.byDay()).containsOnlyKeys(TODAY.plusDays(1), TODAY.plusDays(2), TODAY.plusDays(3));
        assertThat(three.versions())
                .extracting(AssistantUsage.Version::version)
                .containsExactly(3, 2, 1);
        assertThat(two.byDay()).isEqualTo(three.byDay());
        assertThat(two.versions())
                .extracting(AssistantUsage.Version::version)
                .containsExactly(3, 2);
    }

    @Test
    default void what_is_written_twice_counts_once_and_what_was_refused_does_not_count() {
        UserId owner = Given.someUser(stores());
        AssistantId assistant = assistantOf(owner);
        UsageEntry entry = asked(owner, assistant, 1).price("2").build();
        UsageEntry refused = asked(owner, assistant, 1)
                .price("4")
                .outcome(UsageOutcome.REFUSED)
                .build();

        usage().add(List.of(entry, refused, entry));
        usage().add(List.of(entry));

        assertThat(of(assistant).byDay()).isEqualTo(Map.of(TODAY, count(1, "2")));
    }

    @Test
    default void a_cost_is_absent_without_a_price_and_exact_with_one() {
        UserId owner = Given.someUser(stores());
        AssistantId assistant = assistantOf(owner);
        usage().add(List.of(
                asked(owner, assistant, 1).build(),
                asked(owner, assistant, 2).build(),
                asked(owner, assistant, 2).price("0.000000000123").build(),
                asked(owner, assistant, 2).price("1000000000.5").build()));

        assertThat(of(assistant).versions())
                .extracting(version -> version.count().cost())
                .containsExactly(Optional.of(new BigDecimal("1000000000.500000000123")), Optional.empty());
    }

    @Test
    default void the_sums_go_with_the_assistant_and_entries_that_arrive_later_are_in_none() {
        UserId owner = Given.someUser(stores());
        AssistantId removed = assistantOf(owner);
        AssistantId there = assistantOf(owner);
        usage().add(List.of(asked(owner, removed, 1).build(), asked(owner, there, 1).build()));

        stores().assistants().remove(removed);
        usage().add(List.of(asked(owner, removed, 1).build(), asked(owner, there, 1).build()));

        assertThat(of(removed)).isEqualTo(NONE);
        assertThat(of(there).versions()).hasSize(1).allSatisfy(version -> assertThat(
                        version.count().requests())
                .isEqualTo(2));
        assertThat(usage().ofUser(owner, PageRequest.first()).items()).hasSize(4);
    }

    @Test
    default void the_sums_go_with_the_owner_and_stay_when_another_user_goes() {
        UserId owner = Given.someUser(stores());
        UserId other = Given.someUser(stores());
        AssistantId assistant = assistantOf(owner);
        usage().add(List.of(
                asked(owner, assistant, 1).price("1").build(),
                asked(other, assistant, 1).price("2").build()));

        stores().erase(other);
        usage().add(List.of(asked(other, assistant, 1).price("4").build()));

        assertThat(of(assistant).byDay()).isEqualTo(Map.of(TODAY, count(2, "3")));
        stores().erase(owner);
        assertThat(of(assistant)).isEqualTo(NONE);
    }

    @Test
    default void old_sums_of_assistants_are_swept() {
        UserId owner = Given.someUser(stores());
        AssistantId assistant = assistantOf(owner);
        Instant longAgo = Sample.NOW.minusSeconds(2_000 * 86_400L);
        usage().add(List.of(
                asked(owner, assistant, 1).at(longAgo).build(),
                asked(owner, assistant, 1).build()));

        assertThat(usage().sweepDays(TODAY.minusDays(1_500), MANY)).isPositive();

        assertThat(usage().ofAssistant(assistant, TODAY.minusYears(8), TODAY, MANY)
                        .byDay())
                .containsOnlyKeys(TODAY);
    }

    @Test
    default void a_failed_transaction_adds_nothing_to_an_assistant() {
        UserId owner = Given.someUser(stores());
        AssistantId assistant = assistantOf(owner);

        Undone.after(stores(), () -> usage().add(List.of(asked(owner, assistant, 1).build())));

        assertThat(of(assistant)).isEqualTo(NONE);
    }

    @Test
    default void nothing_is_lost_when_writers_share_assistants_that_are_changed_and_removed() throws Exception {
        UserId owner = Given.someUser(stores());
        List<AssistantId> assistants =
                IntStream.range(0, 4).mapToObj(i -> assistantOf(owner)).toList();
        AssistantId going = assistants.getFirst();
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int writer = 0; writer < 8; writer++) {
            List<AssistantId> order = writer % 2 == 0 ? assistants : assistants.reversed();
            calls.add(() -> {
                UserId user = Given.someUser(stores());
                usage().add(order.stream()
                        .map(assistant -> asked(user, assistant, 1).build())
                        .toList());
                return true;
            });
        }
        calls.add(() -> {
            stores().assistants().remove(going);
            return true;
        });
        for (AssistantId changed : assistants.subList(1, 4)) {
            calls.add(() -> stores().transactions()
                    .inTransaction(() -> stores().assistants().lock(changed).isPresent()));
        }

        assertThat(AtOnce.run(calls)).containsOnly(true);

        assertThat(of(going)).isEqualTo(NONE);
        assertThat(assistants.subList(1, 4))
                .allSatisfy(assistant -> assertThat(of(assistant).byDay())
                        .isEqualTo(Map.of(TODAY, new UsageCount(80, 40, 8))));
    }
}
