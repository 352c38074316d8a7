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
 * Driving port: test runs (spec/3 test-run service, contract 7). Every signed-in user sees and starts runs. A run that does
 * not exist is {@code RunProblem.RunNotFound}. Every method blocks. Thread-safe.
 */
public interface Runs {
    /**
     * Starts a run: it is durable and queued when this returns.
     *
     * @param key makes it happen once, however often it is asked for; absent means every time
     * @throws dev.guildhall.ports.problem.Refusal with {@code RunProblem.SuiteNotFound}, {@code RunProblem.RunInProgress},
     *     {@code RunProblem.ContainerError} when it is known that no runner can start, {@code TaskProblem.QueueFull}, and
     *     as {@link dev.guildhall.ports.task.Tasks#submit} for the key
     */
    Started start(Caller caller, RunRequest request, Optional<IdempotencyKey> key);

    /**
     * A run that was started.
     *
     * @param run as it was kept
     * @param replayed whether an earlier request with the same key started it
     */
    record Started(Run run, boolean replayed) {}

    /**
     * Starts a run that does what another did.
     *
     * @param onlyFailed only the tests that failed or were never reached
     * @throws dev.guildhall.ports.problem.Refusal as {@link #start}; with {@code CommonProblem.Conflict} when that run has
     *     not ended, or none of its tests failed
     */
    Started rerun(Caller caller, RunId id, boolean onlyFailed, Optional<IdempotencyKey> key);

    /** A run as it is now, with its tests. */
    Report find(Caller caller, RunId id);

    /**
     * A run with its tests.
     *
     * @param run the run
     * @param tests in their order; of a run that has ended, those that are pending or running were never reached
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
     * Cancels a run; nothing can complete it afterwards. Cancelling it again changes nothing.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when it has completed or failed
     */
    Report cancel(Caller caller, RunId id);

    /** The pictures of a run, in the order in which they were taken. */
    List<Picture> screenshots(Caller caller, RunId id);

    /**
     * A picture of a run.
     *
     * @param screenshot the picture
     * @param baselineBrowser the version of the browser that took its baseline, where that is another one than the
     *     picture's; absent when both are the same, or one of them is not known
     */
    record Picture(Screenshot screenshot, Optional<String> baselineBrowser) {}

    /**
     * Makes a picture the baseline of its suite. Approving it again changes nothing.
     *
     * @param picture which; its project and file may be absent where the name alone is unambiguous
     * @param force also when the baseline is not the one any more that the picture was compared with
     * @return the picture with its approval
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound} when there is no such picture, or a
     *     test only attached it; {@code RunProblem.RunInProgress} while the run has not ended;
     *     {@code RunProblem.BaselineChanged}; {@code CommonProblem.Invalid} when the name is ambiguous
     */
    Screenshot approve(Caller caller, RunId id, PictureName picture, boolean force);

    /**
     * How a caller names a picture.
     *
     * @param name its file name
     * @param project absent when the caller did not say
     * @param file absent when the caller did not say
     */
    record PictureName(String name, Optional<String> project, Optional<String> file) {}

    /**
     * Makes many pictures baselines, each as {@link #approve} does: one whose baseline has changed is left as it is and
     * does not keep the others from their approval. Of those nothing is kept, or all.
     *
     * @param names of compared pictures, each of all projects and files; absent means all pictures that have failed
     * @param force also where the baseline is not the one any more that the picture was compared with
     * @throws dev.guildhall.ports.problem.Refusal with {@code RunProblem.RunInProgress} while the run has not ended;
     *     {@code RunProblem.BaselineChanged} when others change the baselines again and again meanwhile
     */
    Approvals approveAll(Caller caller, RunId id, Optional<Set<String>> names, boolean force);

    /**
     * What came of the approval of many pictures.
     *
     * @param approved those that are approved now, in the order in which they were taken
     * @param changed those whose baseline has changed since they were compared, in the same order
     * @param unknown the names that no compared picture has
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
     * The content of a picture or file of this run, of its baselines or differences included; empty when the run does not
     * refer to it, or it is not kept any more.
     */
    Optional<Content> open(Caller caller, RunId id, Sha256 content);

    /**
     * Tells what happens in a run until it has ended, or the listener throws, or the thread is interrupted.
     *
     * @param after the number of the last event that the listener has seen; 0 for none
     */
    void watch(Caller caller, RunId id, int after, Consumer<NumberedEvent> listener);
}
