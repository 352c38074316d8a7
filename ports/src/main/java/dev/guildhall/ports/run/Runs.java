package dev.guildhall.ports.run;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Driving port: test runs (runs-1 to runs-23). Every signed-in user sees and starts runs. A run that does
 * not exist is {@code RunProblem.RunNotFound}. Every method blocks.
 */
public interface Runs {
    /**
     * Starts a run: it is durable and queued when this returns.
     *
     * @param key the idempotency key: a second request with it starts no second run; absent means that every request
     *     starts one
     * @throws dev.guildhall.ports.problem.Refusal with {@code RunProblem.SuiteNotFound},
     *     {@code RunProblem.RunInProgress}, {@code RunProblem.ContainerError} when no runner can start,
     *     {@code TaskProblem.QueueFull}, and as {@link dev.guildhall.ports.task.Tasks#submit} for the key
     */
    Started start(Caller caller, RunRequest request, Optional<IdempotencyKey> key);

    /**
     * A run that was started.
     *
     * @param run as it was stored
     * @param replayed whether an earlier request with the same key started it
     */
    record Started(Run run, boolean replayed) {}

    /**
     * Starts a run with the request of an earlier run.
     *
     * @param onlyFailed only the tests that failed or did not run
     * @throws dev.guildhall.ports.problem.Refusal as {@link #start}; with {@code CommonProblem.Conflict} when that run
     *     has not ended, or none of its tests failed
     */
    Started rerun(Caller caller, RunId id, boolean onlyFailed, Optional<IdempotencyKey> key);

    /** A run in its current state, with its tests. */
    Report find(Caller caller, RunId id);

    /**
     * A run with its tests.
     *
     * @param run the run
     * @param tests in their order; of a run that has ended, those that are pending or running did not run to their end
     * @param duration from its start to its end, or to now while it runs; zero while it is queued
     */
    record Report(Run run, List<TestResult> tests, Duration duration) {
        public Report {
            tests = List.copyOf(tests);
        }
    }

    /** Runs without their tests, newest first. */
    Page<Report> list(Caller caller, RunFilter filter, PageRequest page);

    /**
     * Cancels a run; it cannot complete afterwards. A second call changes nothing.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when it has completed or failed
     */
    Report cancel(Caller caller, RunId id);

    /** The screenshots of a run, in the order in which they were taken. */
    List<ListedScreenshot> screenshots(Caller caller, RunId id);

    /**
     * A screenshot of a run.
     *
     * @param screenshot the screenshot
     * @param baselineBrowser the version of the browser that took its baseline, when it differs from the screenshot's;
     *     absent when both are the same, or one of them is unknown
     */
    record ListedScreenshot(Screenshot screenshot, Optional<String> baselineBrowser) {}

    /**
     * Makes a screenshot the baseline of its suite. A second call changes nothing.
     *
     * @param screenshot the screenshot; its project and file may be absent when the name alone is unambiguous
     * @param force approves it also when the baseline has changed since the comparison
     * @return the screenshot with its approval
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound} when there is no such screenshot, or
     *     a test only attached it; {@code RunProblem.RunInProgress} while the run has not ended;
     *     {@code RunProblem.BaselineChanged}; {@code CommonProblem.Invalid} when the name is ambiguous
     */
    Screenshot approve(Caller caller, RunId id, ScreenshotName screenshot, boolean force);

    /**
     * The name of a screenshot in a request.
     *
     * @param name its file name
     * @param project absent when the client did not name it
     * @param file absent when the client did not name it
     */
    record ScreenshotName(String name, Optional<String> project, Optional<String> file) {}

    /**
     * Makes many screenshots baselines, each as {@link #approve} does. Screenshots whose baseline has changed are left as
     * they are; the others are approved together, atomically.
     *
     * @param names of compared screenshots: a name without project and file means the screenshots of all; absent means all
     *     screenshots that have failed
     * @param force approves screenshots also when their baseline has changed since the comparison
     * @throws dev.guildhall.ports.problem.Refusal with {@code RunProblem.RunInProgress} while the run has not ended;
     *     {@code RunProblem.BaselineChanged} when other callers change the baselines repeatedly at the same time
     */
    Approvals approveAll(Caller caller, RunId id, Optional<Set<ScreenshotName>> names, boolean force);

    /**
     * The result of the approval of many screenshots.
     *
     * @param approved those that are approved now, in the order in which they were taken
     * @param changed those whose baseline has changed since the comparison, in the same order
     * @param unknown the names that no compared screenshot has
     */
    record Approvals(List<Screenshot> approved, List<Screenshot> changed, List<String> unknown) {
        public Approvals {
            approved = List.copyOf(approved);
            changed = List.copyOf(changed);
            unknown = List.copyOf(unknown);
        }
    }

    /** The files of a run. */
    List<Artifact> artifacts(Caller caller, RunId id);

    /**
     * The content of a screenshot or file of this run, including its baselines and differences; empty when the run does
     * not refer to it, or it was removed.
     */
    Optional<Content> open(Caller caller, RunId id, Sha256 content);

    /**
     * Passes the events of a run to a listener. Blocks until the run has ended, the listener throws, or the thread is
     * interrupted.
     *
     * @param after the number of the last event that the listener has received; 0 for none
     */
    void watch(Caller caller, RunId id, int after, Consumer<NumberedEvent> listener);
}
