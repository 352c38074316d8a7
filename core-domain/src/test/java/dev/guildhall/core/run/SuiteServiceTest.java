package dev.guildhall.core.run;

import static dev.guildhall.core.run.RunFixture.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.config.RunLimits;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.BaselineVersion;
import dev.guildhall.ports.run.Outcome;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.Runs.ScreenshotName;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.Suites;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SuiteServiceTest {
    private static final ScreenshotName PICTURE = new ScreenshotName("a.png", Optional.empty(), Optional.empty());

    private final RunFixture fixture = new RunFixture();
    private final Suites suites = fixture.core.suites();
    private final SuiteName suite = fixture.suite(RunFixture.ending(TestStatus.PASSED));

    private Run ran(Duration duration, RunState.Ended state, RunEvent... events) {
        Run run = Sample.run().suite(suite).build();
        fixture.stores.runs().add(run);
        fixture.stores.runs().begin(run.id(), Sample.NOW);
        fixture.stores.runs().record(run.id(), List.of(events));
        return fixture.stores
                .runs()
                .end(run.id(), state, Sample.NOW.plus(duration))
                .orElseThrow();
    }

    private Baseline kept(Sha256 image, Optional<Sha256> before) {
        Baseline some = SampleRun.baseline(suite, "a.png");
        Baseline next = new Baseline(
                suite, "linux", some.key(), image, before, "Chromium 140", Optional.empty(), Sample.NOW, ADA.userId());
        assertThat(fixture.stores.baselines().replace(next, before)).isTrue();
        return next;
    }

    @Test
    void a_suite_without_runs_has_no_average() {
        Suites.Details details = suites.find(ADA, suite);

        assertThat(details.averageDuration()).isEmpty();
        assertThat(details.lastRun()).isEmpty();
        assertThat(suites.list(ADA)).containsExactly(details);
        assertThat(Refused.by(() -> suites.find(ADA, SampleRun.suiteName()))).isEqualTo(new RunProblem.SuiteNotFound());
    }

    @Test
    void the_average_is_that_of_completed_runs() {
        ran(Duration.ofSeconds(10), new RunState.Completed(Outcome.PASSED));
        ran(Duration.ofSeconds(20), new RunState.Completed(Outcome.FAILED));
        Run last = ran(Duration.ofSeconds(90), new RunState.Cancelled());

        Suites.Details details = suites.find(ADA, suite);

        assertThat(details.averageDuration()).contains(Duration.ofSeconds(15));
        assertThat(details.lastRun()).contains(last);
    }

    @Test
    void the_history_of_a_test_is_newest_first() {
        ran(Duration.ZERO, new RunState.Completed(Outcome.PASSED), SampleRun.tested("b", TestStatus.PASSED));
        ran(
                Duration.ZERO,
                new RunState.Completed(Outcome.FLAKY),
                SampleRun.tested("b", TestStatus.FLAKY),
                SampleRun.tested("a", TestStatus.PASSED));

        assertThat(suites.tests(ADA, suite))
                .containsExactly(
                        new Suites.TestHistory(
                                SampleRun.test("a"),
                                List.of(SampleRun.tested("a", TestStatus.PASSED).result())),
                        new Suites.TestHistory(
                                SampleRun.test("b"),
                                List.of(
                                        SampleRun.tested("b", TestStatus.FLAKY).result(),
                                        SampleRun.tested("b", TestStatus.PASSED).result())));
    }

    @Test
    void suites_and_histories_of_many_runs_are_read_by_one_query_each() {
        WatchedStores watched = new WatchedStores();
        RunFixture many = new RunFixture(RunLimits.DEFAULT, watched.time, watched);
        SuiteName first = many.suite(RunFixture.ending(TestStatus.PASSED));
        many.suite(RunFixture.ending(TestStatus.PASSED));
        watched.forget();

        many.core.suites().list(ADA);
        many.core.suites().tests(ADA, first);

        assertThat(watched.calls()).isEqualTo(Map.of("summaries", 1, "history", 1));
    }

    @Test
    void a_former_baseline_is_restored() {
        Baseline first = kept(SampleRun.content(), Optional.empty());
        Baseline second = kept(SampleRun.content(), Optional.of(first.image()));

        Baseline restored = suites.restore(ADA, suite, PICTURE, first.image());
        Baseline again = suites.restore(ADA, suite, PICTURE, first.image());

        assertThat(restored.image()).isEqualTo(first.image());
        assertThat(restored.previous()).contains(second.image());
        assertThat(again).isEqualTo(restored);
        assertThat(suites.baselines(ADA, suite, PageRequest.first()).items())
                .containsExactly(
                        new BaselineVersion(restored, true),
                        new BaselineVersion(second, false),
                        new BaselineVersion(first, false));
        assertThat(suites.currentBaselines(ADA, suite)).containsExactly(restored);
    }

    @Test
    void only_an_image_of_its_history_is_restored() {
        kept(SampleRun.content(), Optional.empty());

        assertThat(Refused.by(() -> suites.restore(ADA, suite, PICTURE, SampleRun.content())))
                .isEqualTo(new CommonProblem.NotFound("screenshot"));
    }
}
