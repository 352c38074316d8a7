package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleRun;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.run.Artifact;
import dev.guildhall.ports.run.NumberedEvent;
import dev.guildhall.ports.run.Outcome;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunFilter;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.RunStatus;
import dev.guildhall.ports.run.RunStore;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.TestCounts;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every {@link RunStore} does; it is empty at the beginning of each test. */
public interface RunStoreContract {
    /** The stores under test. */
    Stores stores();

    RunState.Ended PASSED = new RunState.Completed(Outcome.PASSED);
    RunFilter ANY = new RunFilter(Optional.empty(), Optional.empty(), Optional.empty());
    PageRequest EVERYTHING = new PageRequest(new Limit(Limit.MAX), Optional.empty());
    int MANY = 1_000;

    private RunStore runs() {
        return stores().runs();
    }

    private static UserId someone() {
        return new UserId(UserId.EXTERNAL + Sample.id("usr"));
    }

    private Run added(Run run) {
        assertThat(runs().add(run)).isTrue();
        return run;
    }

    private RunId queued() {
        return added(Sample.run().build()).id();
    }

    private RunId running() {
        RunId id = queued();
        assertThat(runs().begin(id, Sample.NOW)).isTrue();
        return id;
    }

    private RunId ended(Run run, RunState.Ended state) {
        added(run);
        runs().end(run.id(), state, Sample.NOW);
        return run.id();
    }

    private Run find(RunId id) {
        return runs().find(id).orElseThrow();
    }

    private void record(RunId id, RunEvent... events) {
        assertThat(runs().record(id, List.of(events))).isTrue();
    }

    private List<RunEvent> events(RunId id) {
        return runs().events(id, 0, MANY).stream().map(NumberedEvent::event).toList();
    }

    private List<RunId> listed(RunFilter filter) {
        return runs().list(filter, EVERYTHING).items().stream().map(Run::id).toList();
    }

    private static Screenshot.Approval approval() {
        return new Screenshot.Approval(
                Sample.NOW, new UserId(UserId.EXTERNAL + Sample.id("usr")), Optional.of(SampleRun.content()));
    }

    @Test
    default void a_stored_run_is_read_unchanged() {
        RunOptions options = new RunOptions(
                Optional.of(3),
                Optional.of(Duration.ofMillis(1_234)),
                Optional.of(4),
                Optional.of(Duration.ofHours(24)),
                Optional.of("log in|茶"),
                List.of("a.spec", "b/c"));
        Run given = added(Sample.run()
                .options(options)
                .only(SampleRun.test("one › two"), SampleRun.test("three"))
                .build());
        Run plain = added(Sample.run().build());

        assertThat(find(given.id())).isEqualTo(given);
        assertThat(find(plain.id())).isEqualTo(plain);
        assertThat(runs().findByTask(given.taskId())).contains(given);
        assertThat(events(given.id())).containsExactly(new RunEvent.StatusChanged(new RunState.Queued()));
    }

    @Test
    default void an_unknown_run_is_not_found() {
        RunId none = new RunId(Sample.id("run"));

        assertThat(runs().find(none)).isEmpty();
        assertThat(runs().findByTask(new TaskId(Sample.id("task")))).isEmpty();
        assertThat(runs().begin(none, Sample.NOW)).isFalse();
        assertThat(runs().record(none, List.of(new RunEvent.Logged("a")))).isFalse();
        assertThat(runs().end(none, PASSED, Sample.NOW)).isEmpty();
        assertThat(runs().tests(none)).isEmpty();
        assertThat(runs().events(none, 0, MANY)).isEmpty();
        assertThat(runs().lastEvent(none)).isEmpty();
        assertThat(runs().refers(none, SampleRun.content())).isFalse();
        assertThat(runs().approve(none, SampleRun.key("a.png"), approval())).isFalse();
    }

    @Test
    default void a_suite_has_one_active_run() {
        SuiteName suite = SampleRun.suiteName();
        Run first = added(Sample.run().suite(suite).build());
        Run second = Sample.run().suite(suite).build();

        assertThat(runs().add(second)).isFalse();
        assertThat(runs().add(Sample.run().build())).isTrue();
        runs().begin(first.id(), Sample.NOW);
        assertThat(runs().add(second)).isFalse();
        assertThat(runs().find(second.id())).isEmpty();
        runs().end(first.id(), PASSED, Sample.NOW);
        assertThat(runs().add(second)).isTrue();
    }

    @RepeatedTest(5)
    default void of_many_calls_at_once_one_adds_a_run_of_a_suite() throws Exception {
        SuiteName suite = SampleRun.suiteName();
        Callable<Boolean> add = () -> runs().add(Sample.run().suite(suite).build());

        assertThat(AtOnce.run(Collections.nCopies(8, add))).containsOnlyOnce(true);
        assertThat(runs().active()).hasSize(1);
    }

    @Test
    default void an_addition_that_is_undone_leaves_the_suite_free() {
        Run run = Sample.run().build();

        Undone.after(stores(), () -> runs().add(run));

        assertThat(runs().find(run.id())).isEmpty();
        assertThat(runs().add(run)).isTrue();
    }

    @Test
    default void a_queued_run_begins_once() {
        RunId id = queued();
        RunId cancelled = queued();
        runs().end(cancelled, new RunState.Cancelled(), Sample.NOW);

        assertThat(runs().begin(id, Sample.NOW.plusSeconds(1))).isTrue();
        assertThat(runs().begin(id, Sample.NOW.plusSeconds(2))).isFalse();
        assertThat(runs().begin(cancelled, Sample.NOW)).isFalse();

        assertThat(find(id).state()).isEqualTo(new RunState.Running());
        assertThat(find(id).startedAt()).contains(Sample.NOW.plusSeconds(1));
        assertThat(find(cancelled).startedAt()).isEmpty();
        assertThat(events(id))
                .containsExactly(
                        new RunEvent.StatusChanged(new RunState.Queued()),
                        new RunEvent.StatusChanged(new RunState.Running()));
    }

    @Test
    default void a_run_ends_once_and_the_first_end_is_kept() {
        RunId id = running();
        Instant at = Sample.NOW.plusSeconds(9);

        Optional<Run> first = runs().end(id, new RunState.Completed(Outcome.FLAKY), at);

        assertThat(runs().end(id, new RunState.Cancelled(), at.plusSeconds(1))).isEqualTo(first);
        assertThat(first).contains(find(id));
        assertThat(find(id).state()).isEqualTo(new RunState.Completed(Outcome.FLAKY));
        assertThat(find(id).completedAt()).contains(at);
        assertThat(events(id)).hasSize(3).endsWith(new RunEvent.StatusChanged(new RunState.Completed(Outcome.FLAKY)));
    }

    @Test
    default void every_end_is_read_unchanged() {
        List<RunState.Ended> states = new ArrayList<>(List.of(new RunState.Cancelled()));
        for (Outcome outcome : Outcome.values()) {
            states.add(new RunState.Completed(outcome));
        }
        for (RunError.Code code : RunError.Code.values()) {
            states.add(new RunState.Failed(new RunError(code, "why, 茶")));
        }

        for (RunState.Ended state : states) {
            RunId id = ended(Sample.run().build(), state);

            assertThat(find(id).state()).isEqualTo(state);
            assertThat(events(id)).endsWith(new RunEvent.StatusChanged(state));
        }
    }

    @RepeatedTest(5)
    default void of_a_begin_and_several_concurrent_ends_one_end_is_kept() throws Exception {
        RunId id = queued();
        List<Callable<Optional<RunState>>> calls = new ArrayList<>();
        calls.add(() -> {
            runs().begin(id, Sample.NOW);
            return Optional.empty();
        });
        calls.add(() -> {
            runs().record(id, List.of(new RunEvent.Logged("a")));
            return Optional.empty();
        });
        for (RunState.Ended state : List.of(PASSED, new RunState.Cancelled(), new RunState.Completed(Outcome.FAILED))) {
            calls.add(() -> runs().end(id, state, Sample.NOW).map(Run::state));
        }

        Set<RunState> answered =
                Set.copyOf(AtOnce.run(calls).stream().flatMap(Optional::stream).toList());

        RunState end = find(id).state();
        assertThat(answered).containsExactly(end);
        List<NumberedEvent> events = runs().events(id, 0, MANY);
        assertThat(events.getLast().event()).isEqualTo(new RunEvent.StatusChanged(end));
        assertThat(events.stream().map(NumberedEvent::number).toList())
                .isEqualTo(IntStream.rangeClosed(1, events.size()).boxed().toList());
    }

    @Test
    default void only_a_running_run_records() {
        RunId queued = queued();
        RunId ended = running();
        runs().end(ended, PASSED, Sample.NOW);

        assertThat(runs().record(queued, List.of(SampleRun.planned("one")))).isFalse();
        assertThat(runs().record(ended, List.of(SampleRun.planned("one")))).isFalse();

        assertThat(runs().tests(queued)).isEmpty();
        assertThat(runs().tests(ended)).isEmpty();
        assertThat(events(queued)).hasSize(1);
        assertThat(find(ended).platform()).isEmpty();
    }

    @Test
    default void a_plan_makes_its_tests_known() {
        RunId id = running();

        record(id, SampleRun.planned("b", "a", "c"));

        assertThat(runs().tests(id))
                .containsExactly(
                        TestResult.pending(SampleRun.test("b")),
                        TestResult.pending(SampleRun.test("a")),
                        TestResult.pending(SampleRun.test("c")));
        assertThat(find(id).counts()).isEqualTo(new TestCounts(3, 0, 0, 0, 3));
        assertThat(find(id).platform()).isEqualTo("linux");
    }

    @Test
    default void a_repeated_plan_changes_no_result() {
        RunId id = running();
        record(id, SampleRun.planned("a", "b"), SampleRun.tested("a", TestStatus.PASSED));

        record(id, SampleRun.planned("a", "b", "c"));

        assertThat(find(id).counts()).isEqualTo(new TestCounts(3, 1, 0, 0, 2));
        assertThat(runs().tests(id))
                .extracting(TestResult::status)
                .containsExactly(TestStatus.PASSED, TestStatus.PENDING, TestStatus.PENDING);
    }

    @Test
    default void results_replace_each_other_and_are_counted() {
        RunId id = running();
        record(id, SampleRun.planned("a", "b", "c", "d", "e"));

        record(id, SampleRun.tested("b", TestStatus.RUNNING));
        assertThat(find(id).counts()).isEqualTo(new TestCounts(5, 0, 0, 0, 5));
        record(
                id,
                SampleRun.tested("b", TestStatus.FAILED),
                SampleRun.tested("b", TestStatus.RUNNING),
                SampleRun.tested("b", TestStatus.FLAKY),
                SampleRun.tested("a", TestStatus.PASSED),
                SampleRun.tested("c", TestStatus.SKIPPED),
                SampleRun.tested("d", TestStatus.FAILED));

        assertThat(find(id).counts()).isEqualTo(new TestCounts(5, 2, 1, 1, 1));
        assertThat(runs().tests(id))
                .containsExactly(
                        SampleRun.tested("a", TestStatus.PASSED).result(),
                        SampleRun.tested("b", TestStatus.FLAKY).result(),
                        SampleRun.tested("c", TestStatus.SKIPPED).result(),
                        SampleRun.tested("d", TestStatus.FAILED).result(),
                        TestResult.pending(SampleRun.test("e")));
        assertThat(TestCounts.of(runs().tests(id))).isEqualTo(find(id).counts());
    }

    @Test
    default void unplanned_tests_are_listed_after_planned_ones() {
        RunId id = running();
        record(id, SampleRun.planned("m", "n"));

        record(id, SampleRun.tested("z", TestStatus.PASSED), SampleRun.tested("a", TestStatus.PASSED));

        assertThat(runs().tests(id)).extracting(result -> result.test().title()).containsExactly("m", "n", "z", "a");
        assertThat(find(id).counts()).isEqualTo(new TestCounts(4, 2, 0, 0, 2));
    }

    @Test
    default void a_screenshot_replaces_an_earlier_one_with_the_same_key() {
        RunId id = running();
        Screenshot before = SampleRun.different("b.png", SampleRun.content());
        Screenshot after = SampleRun.different("b.png", SampleRun.content());
        Screenshot other = SampleRun.unknown("a.png");

        record(
                id,
                new RunEvent.ScreenshotTaken(before),
                new RunEvent.ScreenshotTaken(other),
                new RunEvent.ScreenshotTaken(after));

        assertThat(runs().screenshots(id)).containsExactly(after, other);
        assertThat(events(id)).contains(new RunEvent.ScreenshotTaken(before), new RunEvent.ScreenshotTaken(after));
    }

    @Test
    default void files_are_listed_by_name_and_the_latest_of_a_name_is_kept() {
        RunId id = running();
        Artifact trace = SampleRun.artifact("b/trace.zip");
        Artifact later = SampleRun.artifact("b/trace.zip");
        Artifact log = new Artifact(
                "a.log",
                Artifact.Kind.LOG,
                "text/plain; charset=utf-8",
                0,
                SampleRun.content(),
                Optional.of(SampleRun.test("one")));

        record(
                id,
                new RunEvent.ArtifactStored(trace),
                new RunEvent.ArtifactStored(log),
                new RunEvent.ArtifactStored(later));

        assertThat(runs().artifacts(id)).containsExactly(log, later);
    }

    @Test
    default void events_are_numbered_and_read_from_any_number_on() {
        RunId id = running();
        TestResult failed = new TestResult(
                SampleRun.test("a"),
                TestStatus.FAILED,
                3,
                Duration.ofMillis(12_345),
                Optional.of("at line 3"),
                Optional.of(SampleRun.content()));
        List<RunEvent> recorded = List.of(
                SampleRun.planned("a", "b"),
                new RunEvent.Tested(failed),
                new RunEvent.ScreenshotTaken(SampleRun.different("a.png", SampleRun.content())),
                new RunEvent.ScreenshotTaken(SampleRun.unknown("b.png")),
                new RunEvent.ArtifactStored(SampleRun.artifact("trace.zip")),
                new RunEvent.Logged("a\nb"));
        runs().record(id, recorded);
        runs().record(id, List.of());
        runs().end(id, PASSED, Sample.NOW);

        assertThat(runs().events(id, 2, 6).stream().map(NumberedEvent::event).toList())
                .isEqualTo(recorded);
        assertThat(runs().events(id, 0, MANY).stream()
                        .map(NumberedEvent::number)
                        .toList())
                .isEqualTo(IntStream.rangeClosed(1, 9).boxed().toList());
        assertThat(runs().events(id, 8, MANY))
                .containsExactly(new NumberedEvent(9, new RunEvent.StatusChanged(PASSED)));
        assertThat(runs().events(id, 9, MANY)).isEmpty();
        assertThat(runs().lastEvent(id)).contains(new NumberedEvent(9, new RunEvent.StatusChanged(PASSED)));
    }

    @Tag(ReplaceableStores.SLOW)
    @Test
    default void all_events_but_texts_are_stored_when_there_are_too_many() {
        RunId id = running();
        record(id, SampleRun.planned("a"));

        runs().record(id, Collections.nCopies(RunStore.MOST_EVENTS, new RunEvent.Logged("a")));
        record(id, new RunEvent.Logged("late"), SampleRun.tested("a", TestStatus.PASSED));
        runs().end(id, PASSED, Sample.NOW);

        assertThat(runs().events(id, RunStore.MOST_EVENTS - 1, MANY))
                .containsExactly(
                        new NumberedEvent(RunStore.MOST_EVENTS, new RunEvent.Logged("a")),
                        new NumberedEvent(RunStore.MOST_EVENTS + 1, SampleRun.tested("a", TestStatus.PASSED)),
                        new NumberedEvent(RunStore.MOST_EVENTS + 2, new RunEvent.StatusChanged(PASSED)));
    }

    @Test
    default void a_record_that_is_rolled_back_stores_nothing() {
        RunId id = running();
        RunEvent screenshot = new RunEvent.ScreenshotTaken(SampleRun.unknown("a.png"));

        Undone.after(stores(), () -> record(id, SampleRun.planned("a"), screenshot));

        assertThat(runs().tests(id)).isEmpty();
        assertThat(runs().screenshots(id)).isEmpty();
        assertThat(find(id).counts()).isEqualTo(TestCounts.NONE);
        assertThat(events(id)).hasSize(2);
    }

    @Test
    default void texts_that_a_database_cannot_store_stay_readable() {
        RunId id = running();
        TestName name = new TestName("chro\0mium", "a\ud83d.spec.ts", "half \udc00 of a pair, 茶 🍵");
        TestResult result = new TestResult(
                name, TestStatus.FAILED, 1, Duration.ZERO, Optional.of("\0 and \ud83d"), Optional.empty());
        Screenshot screenshot = new Screenshot(
                new Screenshot.Key("chro\0mium", "a\ud83d.spec.ts", "\ud83d\0.png"),
                "\ud83d\0.png",
                name,
                Screenshot.Verdict.NO_BASELINE,
                SampleRun.content(),
                Optional.empty(),
                Optional.empty(),
                "\0",
                Optional.empty());
        Artifact artifact =
                new Artifact("\0\ud83d.log", Artifact.Kind.LOG, "text/\0", 1, SampleRun.content(), Optional.of(name));

        record(
                id,
                new RunEvent.Planned("linux", List.of(name)),
                new RunEvent.Tested(result),
                new RunEvent.ScreenshotTaken(screenshot),
                new RunEvent.ArtifactStored(artifact),
                new RunEvent.Logged("\0 \ud83d"));
        runs().end(id, new RunState.Failed(new RunError(RunError.Code.RUNNER_CRASHED, "\0 \ud83d")), Sample.NOW);

        TestResult kept = runs().tests(id).getFirst();
        assertThat(kept).isEqualTo(result);
        assertThat(kept.test().title()).isEqualTo("half \ufffd of a pair, 茶 🍵");
        assertThat(kept.test().label() + kept.error().orElseThrow()).matches(Text::isWellFormed);
        assertThat(runs().screenshots(id)).containsExactly(screenshot);
        assertThat(runs().artifacts(id)).containsExactly(artifact);
        assertThat(find(id).state())
                .isEqualTo(new RunState.Failed(new RunError(RunError.Code.RUNNER_CRASHED, "\ufffd \ufffd")));
        assertThat(find(id).counts()).isEqualTo(new TestCounts(1, 0, 1, 0, 0));
    }

    @Tag(ReplaceableStores.SLOW)
    @Test
    default void very_long_names_are_stored() {
        RunId id = running();
        String longText = "茶🍵".repeat(50_000);
        TestName name = new TestName(longText, longText + ".spec.ts", longText);
        Screenshot screenshot = new Screenshot(
                new Screenshot.Key(name.project(), name.file(), longText),
                longText,
                name,
                Screenshot.Verdict.NO_BASELINE,
                SampleRun.content(),
                Optional.empty(),
                Optional.empty(),
                longText,
                Optional.empty());
        Artifact artifact = SampleRun.artifact(longText);

        record(
                id,
                new RunEvent.Planned("linux", List.of(name)),
                new RunEvent.ScreenshotTaken(screenshot),
                new RunEvent.ArtifactStored(artifact));

        assertThat(runs().tests(id)).containsExactly(TestResult.pending(name));
        assertThat(runs().screenshots(id)).containsExactly(screenshot);
        assertThat(runs().artifacts(id)).containsExactly(artifact);
        assertThat(runs().approve(id, screenshot.key(), approval())).isTrue();
    }

    @Test
    default void a_screenshot_is_approved_once() {
        RunId id = running();
        Screenshot screenshot = SampleRun.different("a.png", SampleRun.content());
        record(id, new RunEvent.ScreenshotTaken(screenshot), new RunEvent.ScreenshotTaken(SampleRun.unknown("b.png")));
        runs().end(id, PASSED, Sample.NOW);
        Screenshot.Approval first = approval();

        assertThat(runs().approve(id, screenshot.key(), first)).isTrue();
        assertThat(runs().approve(id, screenshot.key(), approval())).isFalse();
        assertThat(runs().approve(id, SampleRun.key("c.png"), approval())).isFalse();

        assertThat(runs().screenshots(id).getFirst()).isEqualTo(screenshot.approved(first));
        assertThat(runs().screenshots(id).getLast().approval()).isEmpty();
    }

    @RepeatedTest(5)
    default void of_many_approvals_at_once_one_is_kept() throws Exception {
        RunId id = running();
        Screenshot screenshot = SampleRun.unknown("a.png");
        record(id, new RunEvent.ScreenshotTaken(screenshot));
        Callable<Boolean> approve = () -> runs().approve(id, screenshot.key(), approval());

        assertThat(AtOnce.run(Collections.nCopies(6, approve))).containsOnlyOnce(true);
    }

    @Test
    default void an_approval_that_is_undone_can_be_given_again() {
        RunId id = running();
        Screenshot screenshot = SampleRun.unknown("a.png");
        record(id, new RunEvent.ScreenshotTaken(screenshot));

        Undone.after(stores(), () -> runs().approve(id, screenshot.key(), approval()));

        assertThat(runs().screenshots(id)).containsExactly(screenshot);
        assertThat(runs().approve(id, screenshot.key(), approval())).isTrue();
    }

    @Test
    default void lists_are_newest_first_and_filtered() {
        SuiteName suite = SampleRun.suiteName();
        RunId passed = ended(Sample.run().suite(suite).build(), PASSED);
        RunId failed = ended(Sample.run().suite(suite).build(), new RunState.Completed(Outcome.FAILED));
        RunId cancelled = ended(Sample.run().suite(suite).build(), new RunState.Cancelled());
        RunId queued = added(Sample.run().suite(suite).build()).id();
        RunId other = running();

        assertThat(listed(ANY)).containsExactly(other, queued, cancelled, failed, passed);
        assertThat(listed(new RunFilter(Optional.of(suite), Optional.empty(), Optional.empty())))
                .containsExactly(queued, cancelled, failed, passed);
        assertThat(listed(new RunFilter(Optional.of(suite), Optional.of(RunStatus.COMPLETED), Optional.empty())))
                .containsExactly(failed, passed);
        assertThat(listed(new RunFilter(Optional.empty(), Optional.of(RunStatus.RUNNING), Optional.empty())))
                .containsExactly(other);
        assertThat(listed(new RunFilter(Optional.empty(), Optional.empty(), Optional.of(Outcome.FAILED))))
                .containsExactly(failed);
    }

    @Test
    default void lists_have_pages() {
        List<RunId> kept = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            kept.add(queued());
        }

        List<RunId> found = new ArrayList<>();
        Optional<PageRequest> next = Optional.of(new PageRequest(new Limit(2), Optional.empty()));
        while (next.isPresent()) {
            Page<Run> page = runs().list(ANY, next.get());
            page.items().forEach(run -> found.add(run.id()));
            next = page.next().map(cursor -> new PageRequest(new Limit(2), Optional.of(cursor)));
        }

        assertThat(found).isEqualTo(kept.reversed());
    }

    @Test
    default void active_runs_are_those_that_have_not_ended_oldest_first() {
        RunId queued = queued();
        RunId running = running();
        ended(Sample.run().build(), PASSED);

        assertThat(runs().active()).extracting(Run::id).containsExactly(queued, running);
    }

    private Run ran(SuiteName suite, RunState.Ended state, Duration duration, RunEvent... events) {
        RunId id = added(Sample.run().suite(suite).build()).id();
        runs().begin(id, Sample.NOW);
        record(id, events);
        return runs().end(id, state, Sample.NOW.plus(duration)).orElseThrow();
    }

    @Test
    default void suites_are_summed_up_by_their_newest_run_and_their_newest_completed_runs() {
        SuiteName often = SampleRun.suiteName();
        ran(often, PASSED, Duration.ofHours(30));
        ran(often, new RunState.Completed(Outcome.FAILED), Duration.ofMillis(1_001));
        ran(often, new RunState.Cancelled(), Duration.ofSeconds(90));
        ran(often, PASSED, Duration.ofSeconds(2));
        Run queued = added(Sample.run().suite(often).build());
        SuiteName once = SampleRun.suiteName();
        Run cancelled = ran(once, new RunState.Cancelled(), Duration.ofSeconds(1));
        ran(SampleRun.suiteName(), PASSED, Duration.ofSeconds(1));

        assertThat(runs().summaries(List.of(often, once, SampleRun.suiteName()), 2))
                .containsOnly(
                        Map.entry(often, new RunStore.Summary(queued, Optional.of(Duration.ofMillis(1_500)))),
                        Map.entry(once, new RunStore.Summary(cancelled, Optional.empty())));
        assertThat(runs().summaries(List.of(), 2)).isEmpty();
    }

    @Test
    default void an_average_counts_days_and_a_negative_duration_as_zero() {
        SuiteName suite = SampleRun.suiteName();
        ran(suite, PASSED, Duration.ofHours(60));
        ran(suite, PASSED, Duration.ofSeconds(-5));
        ended(Sample.run().suite(suite).build(), PASSED);

        assertThat(runs().summaries(List.of(suite), 2).get(suite))
                .extracting(RunStore.Summary::averageDuration)
                .isEqualTo(Optional.of(Duration.ZERO));
        assertThat(runs().summaries(List.of(suite), 3).get(suite))
                .extracting(RunStore.Summary::averageDuration)
                .isEqualTo(Optional.of(Duration.ofHours(20)));
    }

    @Test
    default void the_history_of_a_suite_is_of_its_newest_completed_runs() {
        SuiteName suite = SampleRun.suiteName();
        RunEvent.Tested passed = SampleRun.tested("a", TestStatus.PASSED);
        RunEvent.Tested failed = SampleRun.tested("a", TestStatus.FAILED);
        RunEvent.Tested other = SampleRun.tested("b", TestStatus.PASSED);
        ran(suite, PASSED, Duration.ZERO, passed);
        ran(suite, new RunState.Completed(Outcome.FAILED), Duration.ZERO, failed, other);
        ran(suite, new RunState.Cancelled(), Duration.ZERO, passed);
        ran(suite, PASSED, Duration.ZERO, other, passed, new RunEvent.ArtifactStored(SampleRun.artifact("a.zip")));
        ran(SampleRun.suiteName(), PASSED, Duration.ZERO, passed);

        assertThat(runs().history(suite, 2))
                .containsExactly(other.result(), passed.result(), failed.result(), other.result());
    }

    @Test
    default void old_runs_are_removed_with_all_their_data() {
        RunId old = running();
        Screenshot screenshot = SampleRun.unknown("a.png");
        record(old, SampleRun.planned("a"), new RunEvent.ScreenshotTaken(screenshot));
        runs().end(old, PASSED, Sample.NOW);
        RunId second = ended(Sample.run().build(), PASSED);
        RunId young = running();
        runs().end(young, PASSED, Sample.NOW.plusSeconds(10));
        RunId active = running();

        assertThat(runs().prune(Sample.NOW, MANY)).isZero();
        assertThat(runs().prune(Sample.NOW.plusSeconds(1), 1)).isOne();
        assertThat(runs().prune(Sample.NOW.plusSeconds(1), MANY)).isOne();

        assertThat(listed(ANY)).containsExactly(active, young).doesNotContain(second);
        assertThat(runs().tests(old)).isEmpty();
        assertThat(runs().screenshots(old)).isEmpty();
        assertThat(events(old)).isEmpty();
        assertThat(runs().refers(old, screenshot.image())).isFalse();
        assertThat(runs().used(Set.of(screenshot.image()))).isEmpty();
    }

    @Test
    default void content_is_referred_to_by_what_was_recorded() {
        RunId id = running();
        Screenshot screenshot = SampleRun.different("a.png", SampleRun.content());
        Artifact artifact = SampleRun.artifact("a.zip");
        Sha256 page = SampleRun.content();
        TestResult failed = new TestResult(
                SampleRun.test("a"), TestStatus.FAILED, 1, Duration.ZERO, Optional.of("no"), Optional.of(page));
        record(
                id,
                new RunEvent.ScreenshotTaken(screenshot),
                new RunEvent.ArtifactStored(artifact),
                new RunEvent.Tested(failed));
        Sha256 unused = SampleRun.content();

        Set<Sha256> ofRun = Set.of(
                screenshot.image(),
                screenshot.baseline().orElseThrow(),
                screenshot.diff().orElseThrow(),
                artifact.content(),
                page);
        assertThat(ofRun).allMatch(content -> runs().refers(id, content));
        assertThat(runs().used(ofRun)).isEqualTo(ofRun);
        assertThat(runs().used(Set.of(unused, page))).containsOnly(page);
        assertThat(runs().refers(queued(), page)).isFalse();
        assertThat(runs().used(Set.of())).isEmpty();
    }

    @Test
    default void content_of_an_earlier_attempt_is_still_referred_to() {
        RunId id = running();
        Screenshot before = SampleRun.unknown("a.png");
        record(id, new RunEvent.ScreenshotTaken(before), new RunEvent.ScreenshotTaken(SampleRun.unknown("a.png")));

        assertThat(runs().refers(id, before.image())).isTrue();
        assertThat(runs().used(Set.of(before.image()))).containsOnly(before.image());
    }

    @Test
    default void runs_of_a_user_are_counted_by_status_up_to_a_bound() {
        UserId user = someone();
        ended(Sample.run().startedBy(user).build(), PASSED);
        ended(Sample.run().startedBy(user).build(), PASSED);
        added(Sample.run().startedBy(user).build());
        queued();

        Set<RunStatus> all = EnumSet.allOf(RunStatus.class);
        assertThat(runs().counts(user, all, 10)).isEqualTo(Map.of(RunStatus.COMPLETED, 2L, RunStatus.QUEUED, 1L));
        assertThat(runs().counts(user, all, 1)).isEqualTo(Map.of(RunStatus.COMPLETED, 1L, RunStatus.QUEUED, 1L));
        assertThat(runs().counts(user, Set.of(RunStatus.QUEUED), 10)).isEqualTo(Map.of(RunStatus.QUEUED, 1L));
        assertThat(runs().counts(someone(), all, 10)).isEmpty();
    }

    @Test
    default void completed_runs_of_a_user_are_counted_by_outcome_up_to_a_bound() {
        UserId user = someone();
        ended(Sample.run().startedBy(user).build(), PASSED);
        ended(Sample.run().startedBy(user).build(), new RunState.Completed(Outcome.FAILED));
        ended(Sample.run().startedBy(user).build(), new RunState.Completed(Outcome.FAILED));
        ended(Sample.run().startedBy(user).build(), new RunState.Cancelled());
        added(Sample.run().startedBy(user).build());
        ended(Sample.run().build(), new RunState.Completed(Outcome.FLAKY));

        assertThat(runs().outcomes(user, 10)).isEqualTo(Map.of(Outcome.PASSED, 1L, Outcome.FAILED, 2L));
        assertThat(runs().outcomes(user, 2).values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(2);
        assertThat(runs().outcomes(someone(), 10)).isEmpty();
    }
}
