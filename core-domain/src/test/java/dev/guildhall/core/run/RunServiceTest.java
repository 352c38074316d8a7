package dev.guildhall.core.run;

import static dev.guildhall.core.run.RunFixture.ADA;
import static dev.guildhall.core.run.RunFixture.CANCELLED;
import static dev.guildhall.core.run.RunFixture.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.config.RunLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.BaselineVersion;
import dev.guildhall.ports.run.Browser;
import dev.guildhall.ports.run.NumberedEvent;
import dev.guildhall.ports.run.Outcome;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunFilter;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.run.Runs.ScreenshotName;
import dev.guildhall.ports.run.Runs.Started;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleRun;
import dev.guildhall.testkit.ScriptedSuites;
import dev.guildhall.testkit.contract.AtOnce;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The operations of callers on runs. */
class RunServiceTest {
    private static final ScriptedSuites.Script PASSING = RunFixture.ending(TestStatus.PASSED);
    private static final RunFilter ANY = new RunFilter(Optional.empty(), Optional.empty(), Optional.empty());

    @AutoClose
    private final RunFixture fixture = new RunFixture();

    private static Optional<IdempotencyKey> key(String value) {
        return Optional.of(new IdempotencyKey(value));
    }

    private static ScreenshotName screenshot(String name) {
        return new ScreenshotName(name, Optional.empty(), Optional.empty());
    }

    private static Optional<Set<ScreenshotName>> named(String... names) {
        return Optional.of(
                Stream.of(names).map(RunServiceTest::screenshot).collect(Collectors.toCollection(LinkedHashSet::new)));
    }

    private static ScriptedSuites.Script taking(Screenshot... screenshots) {
        return (assignment, events) -> {
            events.accept(SampleRun.planned("one"));
            Stream.of(screenshots).map(RunEvent.ScreenshotTaken::new).forEach(events);
            events.accept(SampleRun.tested("one", TestStatus.FAILED));
            return Optional.empty();
        };
    }

    private List<Baseline> baselines(RunId id) {
        return fixture
                .stores
                .baselines()
                .history(fixture.find(id).request().suite(), PageRequest.first())
                .items()
                .stream()
                .map(BaselineVersion::baseline)
                .toList();
    }

    @Test
    void a_started_run_is_queued_with_all_options_set() {
        SuiteName suite = fixture.suite(PASSING);

        RunId id = fixture.start(suite);

        assertThat(fixture.state(id)).isEqualTo(new RunState.Queued());
        assertThat(fixture.find(id).startedBy()).isEqualTo(ADA.userId());
        assertThat(fixture.find(id).request().browsers()).containsExactly(Browser.CHROMIUM);
        assertThat(fixture.find(id).request().options().runTimeout()).contains(Duration.ofMinutes(30));
        assertThat(fixture.task(id).spec().input()).containsEntry("suite", suite.value());
        assertThat(fixture.task(id).spec().ttl()).isEqualTo(Duration.ofHours(24).plusMinutes(30));
    }

    @Test
    void a_suite_that_is_not_known_has_no_runs() {
        assertThat(Refused.by(() -> fixture.start(SampleRun.suiteName()))).isEqualTo(new RunProblem.SuiteNotFound());
    }

    @Test
    void a_caller_who_has_not_signed_in_is_refused() {
        assertThat(Refused.by(() -> fixture.runs.list(Caller.anonymous(), ANY, PageRequest.first())))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
    }

    @Test
    void a_suite_with_an_active_run_gets_no_second_one() {
        SuiteName suite = fixture.suite(PASSING);
        fixture.start(suite);

        assertThat(Refused.by(() -> fixture.start(suite))).isEqualTo(new RunProblem.RunInProgress());
        assertThat(fixture.stores.tasks().depth().queued()).isOne();
    }

    @RepeatedTest(5)
    void of_many_starts_of_a_suite_at_once_one_succeeds() throws Exception {
        SuiteName suite = fixture.suite(PASSING);
        List<Callable<Optional<Problem>>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(() -> {
                try {
                    fixture.start(suite);
                    return Optional.empty();
                } catch (Refusal refused) {
                    return Optional.of(refused.problem());
                }
            });
        }

        List<Optional<Problem>> problems = AtOnce.run(calls);

        assertThat(problems).containsOnlyOnce(Optional.empty());
        assertThat(problems.stream().flatMap(Optional::stream)).containsOnly(new RunProblem.RunInProgress());
    }

    @Test
    void a_full_queue_leaves_no_run_behind() {
        SuiteName last = fixture.suite(PASSING);
        for (int i = 0; i < 10; i++) {
            fixture.stores.tasks().enqueue(List.of(Sample.task(ADA.userId()).build()), 0);
        }
        RunService runs = new RunService(fixture.parts);

        assertThat(Refused.by(() -> runs.start(ADA, RunFixture.request(last), Optional.empty())))
                .isInstanceOf(TaskProblem.QueueFull.class);

        assertThat(runs.list(ADA, ANY, PageRequest.first()).items()).isEmpty();
    }

    @Test
    void a_repeated_request_with_a_key_gets_the_first_answer() {
        SuiteName suite = fixture.suite(PASSING);
        Started first = fixture.runs.start(ADA, RunFixture.request(suite), key("k"));
        fixture.node();
        fixture.ended(first.run().id());
        fixture.suite(SampleRun.accepting(SampleRun.suiteOf(suite)), PASSING);

        Started again = fixture.runs.start(ADA, RunFixture.request(suite), key("k"));

        assertThat(first.replayed()).isFalse();
        assertThat(again.replayed()).isTrue();
        assertThat(again.run()).isEqualTo(first.run());
        assertThat(Refused.by(() -> fixture.runs.start(ADA, RunFixture.request(fixture.suite(PASSING)), key("k"))))
                .isEqualTo(new CommonProblem.IdempotencyMismatch());
    }

    @Test
    void a_start_that_was_refused_can_be_repeated_with_its_key() {
        SuiteName suite = fixture.suite(PASSING);
        RunId other = fixture.start(suite);
        Refused.by(() -> fixture.runs.start(ADA, RunFixture.request(suite), key("k")));
        fixture.runs.cancel(ADA, other);

        assertThat(fixture.runs.start(ADA, RunFixture.request(suite), key("k")).replayed())
                .isFalse();
    }

    @Test
    void a_queued_run_is_cancelled_with_its_task() {
        RunId id = fixture.start(fixture.suite(PASSING));

        fixture.runs.cancel(ADA, id);
        fixture.runs.cancel(ADA, id);

        assertThat(fixture.state(id)).isEqualTo(CANCELLED);
        assertThat(fixture.task(id).state()).isEqualTo(new TaskState.Cancelled());
        assertThat(fixture.find(id).startedAt()).isEmpty();
    }

    @Test
    void a_run_that_has_ended_is_not_cancelled() {
        RunId id = fixture.carriedOut(PASSING);

        assertThat(Refused.by(() -> fixture.runs.cancel(ADA, id))).isInstanceOf(CommonProblem.Conflict.class);
        assertThat(fixture.state(id)).isEqualTo(PASSED);
        assertThat(Refused.by(() -> fixture.runs.cancel(ADA, new RunId(Sample.id("run")))))
                .isEqualTo(new RunProblem.RunNotFound());
    }

    @Test
    void a_rerun_does_the_same_again() {
        RunId first = fixture.carriedOut(PASSING);

        RunId second =
                fixture.runs.rerun(ADA, first, false, Optional.empty()).run().id();

        assertThat(fixture.find(second).request()).isEqualTo(fixture.find(first).request());
        assertThat(Refused.by(() -> fixture.runs.rerun(ADA, first, true, Optional.empty())))
                .isEqualTo(new CommonProblem.Conflict("no test of the run failed"));
    }

    @Test
    void a_rerun_of_what_failed_leaves_out_what_passed() {
        RunId first = fixture.carriedOut(RunFixture.reporting(
                SampleRun.planned("one", "two", "three", "four", "five"),
                SampleRun.tested("one", TestStatus.PASSED),
                SampleRun.tested("two", TestStatus.FAILED),
                SampleRun.tested("three", TestStatus.SKIPPED),
                new RunEvent.Tested(new TestResult(
                        SampleRun.test("five"),
                        TestStatus.SKIPPED,
                        0,
                        Duration.ZERO,
                        Optional.empty(),
                        Optional.empty()))));

        RunId second =
                fixture.runs.rerun(ADA, first, true, Optional.empty()).run().id();

        assertThat(fixture.find(second).request().only())
                .containsExactly(SampleRun.test("two"), SampleRun.test("four"), SampleRun.test("five"));
    }

    @Test
    void a_rerun_of_what_failed_repeats_all_when_no_test_was_known() {
        RunId first = fixture.carriedOut((assignment, events) -> Optional.empty());

        RunId second =
                fixture.runs.rerun(ADA, first, true, Optional.empty()).run().id();

        assertThat(fixture.find(second).request().only()).isEmpty();
    }

    @Test
    void a_run_that_has_not_ended_is_not_repeated() {
        RunId id = fixture.start(fixture.suite(PASSING));

        assertThat(Refused.by(() -> fixture.runs.rerun(ADA, id, false, Optional.empty())))
                .isInstanceOf(CommonProblem.Conflict.class);
    }

    @Test
    void an_approved_screenshot_becomes_the_baseline() {
        Screenshot taken = SampleRun.unknown("a.png");
        RunId id = fixture.carriedOut(taking(taken));

        Screenshot approved = fixture.runs.approve(ADA, id, screenshot("a.png"), false);
        Screenshot again = fixture.runs.approve(ADA, id, screenshot("a.png"), false);

        assertThat(approved.isPassed()).isTrue();
        assertThat(again).isEqualTo(approved);
        assertThat(baselines(id)).singleElement().satisfies(baseline -> {
            assertThat(baseline.image()).isEqualTo(taken.image());
            assertThat(baseline.run()).contains(id);
            assertThat(baseline.previous()).isEmpty();
        });
        assertThat(fixture.state(id)).isEqualTo(new RunState.Completed(Outcome.FAILED));
    }

    @Test
    void the_next_run_is_compared_with_what_was_approved() {
        Screenshot taken = SampleRun.unknown("a.png");
        AtomicReference<List<Baseline>> given = new AtomicReference<>(List.of());
        RunId id = fixture.carriedOut((assignment, events) -> {
            given.set(assignment.baselines());
            return taking(taken).run(assignment, events);
        });
        fixture.runs.approve(ADA, id, screenshot("a.png"), false);

        fixture.ended(fixture.runs.rerun(ADA, id, false, Optional.empty()).run().id());

        assertThat(given.get()).extracting(Baseline::image).containsExactly(taken.image());
    }

    @Test
    void a_baseline_that_has_changed_since_is_replaced_only_with_force() {
        Screenshot stale = SampleRun.different("a.png", SampleRun.content());
        RunId id = fixture.carriedOut(taking(stale));
        Baseline current = SampleRun.baseline(fixture.find(id).request().suite(), "a.png");
        fixture.stores.baselines().replace(current, Optional.empty());

        assertThat(Refused.by(() -> fixture.runs.approve(ADA, id, screenshot("a.png"), false)))
                .isEqualTo(new RunProblem.BaselineChanged());
        assertThat(fixture.stores.runs().screenshots(id).getFirst().approval()).isEmpty();

        Screenshot approved = fixture.runs.approve(ADA, id, screenshot("a.png"), true);
        assertThat(approved.approval().orElseThrow().previous()).contains(current.image());
        assertThat(baselines(id)).extracting(Baseline::image).containsExactly(stale.image(), current.image());
    }

    @Test
    void a_forced_approval_replaces_a_baseline_that_changes_at_the_same_time() {
        WatchedStores watched = new WatchedStores();
        RunFixture fixture = new RunFixture(RunLimits.DEFAULT, watched.time, watched);
        Screenshot taken = SampleRun.unknown("a.png");
        RunId id = fixture.carriedOut(taking(taken));
        Baseline faster = SampleRun.baseline(
                fixture.find(id).request().suite(), taken.key().name());
        watched.before("replace", () -> watched.others().baselines().replace(faster, Optional.empty()));

        Screenshot approved = fixture.runs.approve(ADA, id, screenshot("a.png"), true);
        fixture.close();

        assertThat(approved.approval()).isPresent();
        assertThat(watched.calls("replace")).isEqualTo(2);
    }

    @Test
    void many_screenshots_are_approved_without_reading_all_for_each() {
        WatchedStores watched = new WatchedStores();
        RunFixture fixture = new RunFixture(RunLimits.DEFAULT, watched.time, watched);
        Screenshot stale = SampleRun.different("stale.png", SampleRun.content());
        RunId id = fixture.carriedOut(taking(Stream.concat(
                        Stream.of(stale), IntStream.range(0, 30).mapToObj(number -> SampleRun.unknown(number + ".png")))
                .toArray(Screenshot[]::new)));
        watched.forget();

        Runs.Approvals all = fixture.runs.approveAll(ADA, id, Optional.empty(), false);
        Runs.Approvals some = fixture.runs.approveAll(ADA, id, named("stale.png", "1.png", "none.png"), true);
        fixture.close();

        assertThat(all.approved()).hasSize(30).allMatch(one -> one.approval().isPresent());
        assertThat(all.approved().getFirst().key().name()).isEqualTo("0.png");
        assertThat(all.changed()).extracting(Screenshot::key).containsExactly(stale.key());
        assertThat(some.approved()).extracting(one -> one.key().name()).containsExactly("stale.png", "1.png");
        assertThat(some.changed()).isEmpty();
        assertThat(some.unknown()).containsExactly("none.png");
        assertThat(watched.calls("screenshots")).isEqualTo(4);
        assertThat(watched.calls("current")).isEqualTo(2);
    }

    @RepeatedTest(5)
    void of_two_approvals_at_once_both_see_the_same_one() throws Exception {
        RunId id = fixture.carriedOut(taking(SampleRun.unknown("a.png")));
        Callable<Screenshot> approve = () -> fixture.runs.approve(ADA, id, screenshot("a.png"), false);

        List<Screenshot> approved = AtOnce.run(List.of(approve, approve, approve));

        assertThat(approved).containsOnly(approved.getFirst());
        assertThat(baselines(id)).hasSize(1);
    }

    @Test
    void only_screenshots_that_were_compared_in_a_run_that_has_ended_are_approved() throws InterruptedException {
        Screenshot attached = SampleRun.compared("b.png", Screenshot.Verdict.ATTACHED);
        RunId id = fixture.carriedOut(taking(SampleRun.unknown("a.png"), attached));
        RunFixture.Waiting script = new RunFixture.Waiting();
        RunId active = fixture.start(fixture.suite(script));
        script.awaitBegin();
        fixture.stores.runs().record(active, List.of(new RunEvent.ScreenshotTaken(SampleRun.unknown("a.png"))));

        assertThat(Refused.by(() -> fixture.runs.approve(ADA, id, screenshot("b.png"), false)))
                .isEqualTo(new CommonProblem.NotFound("screenshot"));
        assertThat(Refused.by(() -> fixture.runs.approve(ADA, id, screenshot("../a.png"), false)))
                .isEqualTo(new CommonProblem.NotFound("screenshot"));
        assertThat(Refused.by(() -> fixture.runs.approve(ADA, active, screenshot("a.png"), false)))
                .isEqualTo(new RunProblem.RunInProgress());
    }

    private static Screenshot in(String project) {
        Screenshot one = SampleRun.unknown("a.png");
        return new Screenshot(
                new Screenshot.Key(project, one.key().file(), "a.png"),
                project + "/a.png",
                one.test(),
                one.verdict(),
                project.equals("firefox") ? SampleRun.content() : one.image(),
                Optional.empty(),
                Optional.empty(),
                "",
                Optional.empty());
    }

    @Test
    void a_screenshot_is_approved_by_its_name_in_the_run() {
        Screenshot chromium = in("chromium");
        Screenshot firefox = in("firefox");
        RunId id = fixture.carriedOut(taking(chromium, firefox));

        assertThat(fixture.runs
                        .approve(ADA, id, screenshot("firefox/a.png"), false)
                        .key())
                .isEqualTo(firefox.key());
        Runs.Approvals both = fixture.runs.approveAll(ADA, id, named("chromium/a.png"), false);

        assertThat(both.approved()).extracting(Screenshot::key).containsExactly(chromium.key());
        assertThat(both.unknown()).isEmpty();
    }

    @Test
    void of_screenshots_of_one_name_those_of_the_named_browser_are_approved() {
        Screenshot chromium = in("chromium");
        Screenshot firefox = in("firefox");
        RunId id = fixture.carriedOut(taking(chromium, firefox));
        ScreenshotName one = new ScreenshotName(
                "a.png", Optional.of("firefox"), Optional.of(firefox.key().file()));
        ScreenshotName none = new ScreenshotName("a.png", Optional.of("webkit"), Optional.empty());

        Runs.Approvals approvals = fixture.runs.approveAll(ADA, id, Optional.of(Set.of(one, none)), false);

        assertThat(approvals.approved()).extracting(Screenshot::key).containsExactly(firefox.key());
        assertThat(approvals.unknown()).containsExactly("a.png");
    }

    @Test
    void a_name_that_several_browsers_have_needs_the_browser() {
        Screenshot chromium = in("chromium");
        Screenshot firefox = in("firefox");
        RunId id = fixture.carriedOut(taking(chromium, firefox));

        assertThat(Refused.by(() -> fixture.runs.approve(ADA, id, screenshot("a.png"), false)))
                .isInstanceOfSatisfying(
                        CommonProblem.Invalid.class,
                        invalid -> assertThat(invalid.message()).startsWith("browser: is required"));
        assertThat(fixture.runs
                        .approve(ADA, id, new ScreenshotName("a.png", Optional.of("firefox"), Optional.empty()), false)
                        .image())
                .isEqualTo(firefox.image());
    }

    @Test
    void content_is_opened_for_runs_that_refer_to_it() throws IOException {
        byte[] bytes = {1, 2, 3};
        Sha256 digest = fixture.blobs.put(new ByteArrayInputStream(bytes), 100).content();
        Screenshot taken = SampleRun.different("a.png", digest);
        RunId id = fixture.carriedOut(taking(taken));
        RunId other = fixture.carriedOut(PASSING);

        assertThat(fixture.runs.open(ADA, id, digest).orElseThrow().stream().readAllBytes())
                .isEqualTo(bytes);
        assertThat(fixture.runs.open(ADA, other, digest)).isEmpty();
        assertThat(fixture.runs.open(ADA, id, taken.image())).isEmpty();
    }

    @Test
    void a_watch_tells_all_events_and_ends_with_the_run() throws InterruptedException {
        RunId id = fixture.start(fixture.suite(PASSING));
        List<NumberedEvent> received = new ArrayList<>();
        Thread watch = Thread.ofVirtual().start(() -> fixture.runs.watch(ADA, id, 1, received::add));
        fixture.time.awaitWaiting(1);
        fixture.stores.runs().begin(id, Sample.NOW);
        fixture.time.advance(RunLimits.DEFAULT.poll());
        fixture.time.awaitWaiting(1);
        fixture.stores.runs().record(id, List.of(new RunEvent.Logged("a")));
        fixture.stores.runs().end(id, new RunState.Cancelled(), Sample.NOW);
        fixture.time.advance(RunLimits.DEFAULT.poll());

        watch.join();

        assertThat(received)
                .containsExactly(
                        new NumberedEvent(2, new RunEvent.StatusChanged(new RunState.Running())),
                        new NumberedEvent(3, new RunEvent.Logged("a")),
                        new NumberedEvent(4, new RunEvent.StatusChanged(new RunState.Cancelled())));
    }

    @Test
    void a_watch_of_a_run_that_has_ended_tells_what_is_left_and_ends() {
        RunId id = fixture.carriedOut((assignment, events) -> {
            events.accept(SampleRun.planned("one"));
            for (int i = 0; i < 1_200; i++) {
                events.accept(new RunEvent.Logged("line " + i));
            }
            events.accept(SampleRun.tested("one", TestStatus.PASSED));
            return Optional.empty();
        });
        List<Integer> received = new ArrayList<>();

        fixture.runs.watch(ADA, id, 3, event -> received.add(event.number()));

        assertThat(received).hasSize(1_202).startsWith(4, 5).endsWith(1_205);
    }

    @Test
    void a_watch_ends_when_its_thread_is_interrupted() {
        RunId id = fixture.start(fixture.suite(PASSING));

        Thread.currentThread().interrupt();

        assertThat(Refused.by(() -> fixture.runs.watch(ADA, id, 0, event -> {})))
                .isEqualTo(new CommonProblem.Cancelled());
        assertThat(Thread.interrupted()).isTrue();
    }
}
