package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleRun;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.BaselineStore;
import dev.guildhall.ports.run.BaselineVersion;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.storage.Stores;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link BaselineStore} does. */
public interface BaselineStoreContract {
    /** The stores under test. */
    Stores stores();

    private BaselineStore baselines() {
        return stores().baselines();
    }

    private List<Baseline> history(SuiteName suite) {
        return baselines().history(suite, new PageRequest(new Limit(Limit.MAX), Optional.empty())).items().stream()
                .map(BaselineVersion::baseline)
                .toList();
    }

    private static Baseline after(Baseline before, Sha256 image) {
        return new Baseline(
                before.suite(),
                before.platform(),
                before.key(),
                image,
                Optional.of(before.image()),
                "Chromium 141",
                Optional.empty(),
                before.at().plusSeconds(1),
                new UserId(UserId.EXTERNAL + Sample.id("usr")));
    }

    private Baseline first(SuiteName suite, String name) {
        Baseline first = SampleRun.baseline(suite, name);
        assertThat(baselines().replace(first, Optional.empty())).isTrue();
        return first;
    }

    private boolean replace(Baseline before, Baseline next) {
        return baselines().replace(next, Optional.of(before.image()));
    }

    @Test
    default void a_stored_baseline_is_read_unchanged() {
        SuiteName suite = SampleRun.suiteName();

        Baseline first = first(suite, "a.png");

        assertThat(baselines().current(suite)).containsExactly(first);
        assertThat(history(suite)).containsExactly(first);
        assertThat(baselines().current(SampleRun.suiteName())).isEmpty();
        assertThat(history(SampleRun.suiteName())).isEmpty();
    }

    @Test
    default void the_replaced_baseline_is_in_the_history() {
        SuiteName suite = SampleRun.suiteName();
        Baseline first = first(suite, "a.png");
        Baseline second = after(first, SampleRun.content());
        Baseline restored = after(second, first.image());

        assertThat(replace(first, second)).isTrue();
        assertThat(replace(second, restored)).isTrue();

        assertThat(baselines().current(suite)).containsExactly(restored);
        assertThat(history(suite)).containsExactly(restored, second, first);
    }

    @Test
    default void a_history_has_pages_that_mark_the_current_baselines() {
        SuiteName suite = SampleRun.suiteName();
        Baseline first = first(suite, "a.png");
        Baseline other = first(suite, "b.png");
        Baseline second = after(first, SampleRun.content());
        Baseline third = after(second, first.image());
        assertThat(replace(first, second)).isTrue();
        assertThat(replace(second, third)).isTrue();
        first(SampleRun.suiteName(), "a.png");

        List<BaselineVersion> found = new ArrayList<>();
        Optional<PageRequest> next = Optional.of(new PageRequest(new Limit(3), Optional.empty()));
        while (next.isPresent()) {
            Page<BaselineVersion> page = baselines().history(suite, next.get());
            assertThat(page.items()).hasSizeLessThanOrEqualTo(3);
            found.addAll(page.items());
            next = page.next().map(cursor -> new PageRequest(new Limit(3), Optional.of(cursor)));
        }

        assertThat(found)
                .containsExactly(
                        new BaselineVersion(third, true),
                        new BaselineVersion(second, false),
                        new BaselineVersion(other, true),
                        new BaselineVersion(first, false));
    }

    @Test
    default void a_cursor_of_another_list_is_refused() {
        PageRequest request = new PageRequest(Limit.DEFAULT, Optional.of(new Cursor("run_1")));

        assertThatThrownBy(() -> baselines().history(SampleRun.suiteName(), request))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem().message()).startsWith("cursor: "));
    }

    @Test
    default void baselines_are_found_by_their_images() {
        SuiteName suite = SampleRun.suiteName();
        Baseline first = first(suite, "a.png");
        Baseline second = after(first, SampleRun.content());
        Baseline again = after(second, first.image());
        assertThat(replace(first, second)).isTrue();
        assertThat(replace(second, again)).isTrue();
        Baseline mac = with(first, "darwin", first.key());
        assertThat(baselines().replace(mac, Optional.empty())).isTrue();
        first(SampleRun.suiteName(), "a.png");

        assertThat(baselines().withImages(suite, Set.of(first.image(), SampleRun.content())))
                .containsExactly(mac, again);
        assertThat(baselines().withImages(suite, Set.of(second.image()))).containsExactly(second);
        assertThat(baselines().withImages(SampleRun.suiteName(), Set.of(first.image())))
                .isEmpty();
        assertThat(baselines().withImages(suite, Set.of())).isEmpty();
    }

    @Test
    default void nothing_is_written_when_the_current_one_is_not_the_expected_one() {
        SuiteName suite = SampleRun.suiteName();
        Baseline first = first(suite, "a.png");
        Baseline second = after(first, SampleRun.content());
        assertThat(replace(first, second)).isTrue();
        Baseline late = after(first, SampleRun.content());

        assertThat(replace(first, late)).isFalse();
        assertThat(baselines().replace(late, Optional.empty())).isFalse();
        assertThat(replace(SampleRun.baseline(suite, "b.png"), SampleRun.baseline(suite, "b.png")))
                .isFalse();

        assertThat(history(suite)).containsExactly(second, first);
        assertThat(baselines().current(suite)).containsExactly(second);
    }

    @Test
    default void pictures_and_platforms_do_not_touch_each_other() {
        SuiteName suite = SampleRun.suiteName();
        Baseline one = first(suite, "a.png");
        Baseline other = first(suite, "b.png");
        Baseline elsewhere = first(SampleRun.suiteName(), "a.png");
        Baseline firefox = with(one, "linux", new Screenshot.Key("firefox", "a.spec.ts", "a.png"));
        Baseline file = with(one, "linux", new Screenshot.Key("chromium", "b.spec.ts", "a.png"));
        Baseline mac = with(one, "darwin", one.key());

        assertThat(List.of(firefox, file, mac)).allMatch(next -> baselines().replace(next, Optional.empty()));

        assertThat(baselines().current(suite)).containsExactlyInAnyOrder(one, other, firefox, file, mac);
        assertThat(baselines().current(elsewhere.suite())).containsExactly(elsewhere);
    }

    private static Baseline with(Baseline given, String platform, Screenshot.Key key) {
        return new Baseline(
                given.suite(),
                platform,
                key,
                given.image(),
                Optional.empty(),
                given.browserVersion(),
                given.run(),
                given.at(),
                given.by());
    }

    @RepeatedTest(5)
    default void of_many_first_ones_at_once_one_is_kept() throws Exception {
        SuiteName suite = SampleRun.suiteName();
        Callable<Boolean> add = () -> baselines().replace(SampleRun.baseline(suite, "a.png"), Optional.empty());

        assertThat(AtOnce.run(Collections.nCopies(6, add))).containsOnlyOnce(true);
        assertThat(history(suite)).hasSize(1);
    }

    @RepeatedTest(5)
    default void of_many_that_expect_the_same_at_once_one_is_kept() throws Exception {
        SuiteName suite = SampleRun.suiteName();
        Baseline first = first(suite, "a.png");
        Callable<Boolean> replace = () -> replace(first, after(first, SampleRun.content()));

        assertThat(AtOnce.run(Collections.nCopies(6, replace))).containsOnlyOnce(true);
        assertThat(history(suite)).hasSize(2);
        assertThat(baselines().current(suite)).hasSize(1);
    }

    @Test
    default void a_replacement_that_is_rolled_back_keeps_the_previous_baseline() {
        SuiteName suite = SampleRun.suiteName();
        Baseline first = first(suite, "a.png");

        Undone.after(stores(), () -> replace(first, after(first, SampleRun.content())));

        assertThat(history(suite)).containsExactly(first);
        assertThat(replace(first, after(first, SampleRun.content()))).isTrue();
    }

    @Test
    default void odd_and_long_names_are_kept_readable() {
        String longText = "茶🍵".repeat(50_000);
        SuiteName suite = SampleRun.suiteName();
        Baseline given = SampleRun.baseline(suite, "a.png");
        Baseline odd = with(given, "linux", new Screenshot.Key("chro\0mium", "\ud83d.ts", "a\udc00.png"));
        Baseline longOne = with(given, "linux", new Screenshot.Key(longText, longText, longText));

        assertThat(baselines().replace(odd, Optional.empty())).isTrue();
        assertThat(baselines().replace(longOne, Optional.empty())).isTrue();

        assertThat(baselines().current(suite)).containsExactlyInAnyOrder(odd, longOne);
    }

    @Test
    default void content_of_current_and_former_baselines_is_used() {
        Baseline first = first(SampleRun.suiteName(), "a.png");
        Baseline second = after(first, SampleRun.content());
        replace(first, second);
        Sha256 unused = SampleRun.content();

        assertThat(baselines().used(Set.of(first.image(), second.image(), unused)))
                .containsOnly(first.image(), second.image());
        assertThat(baselines().used(Set.of())).isEmpty();
    }
}
