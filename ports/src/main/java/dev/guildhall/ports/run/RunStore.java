package dev.guildhall.ports.run;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Driven port: runs, their tests, screenshots, files and events. Once a run has ended, only approvals change. Blocks.
 * Takes part in {@code Transactions}.
 */
public interface RunStore {
    /** The most stored events of a run: log texts beyond it are dropped, all other events are stored. */
    int MOST_EVENTS = 50_000;

    /**
     * Stores a new run; returns false when its suite has an active one. Of several calls at once exactly one returns
     * true.
     */
    boolean add(Run run);

    /** The run; empty when there is none. */
    Optional<Run> find(RunId id);

    /** The run that this task executes; empty when there is none. */
    Optional<Run> findByTask(TaskId task);

    /** Runs, newest first. */
    Page<Run> list(RunFilter filter, PageRequest page);

    /** Runs that have not ended, oldest first, at most {@link SuiteCatalog#MOST}. */
    List<Run> active();

    /** Changes a queued run to running; returns false when it is not queued. */
    boolean begin(RunId id, Instant at);

    /**
     * Stores events of a running run together with the tests, screenshots and files that they contain, atomically.
     *
     * @return false, with nothing stored, when the run is not running
     */
    boolean record(RunId id, List<RunEvent> events);

    /**
     * Ends a run that has not ended. Returns the ended run, whether this call or an earlier one ended it; empty when
     * there is none.
     */
    Optional<Run> end(RunId id, RunState.Ended state, Instant at);

    /** The tests of a run, in their order. */
    List<TestResult> tests(RunId id);

    /** The screenshots of a run, in the order in which they were taken. */
    List<Screenshot> screenshots(RunId id);

    /** The files of a run by name. */
    List<Artifact> artifacts(RunId id);

    /**
     * Events of a run.
     *
     * @param after returns events with a greater number
     * @param most how many at most
     */
    List<NumberedEvent> events(RunId id, int after, int most);

    /** The event of a run with the greatest number; empty when there is no such run, or it has no event. */
    Optional<NumberedEvent> lastEvent(RunId id);

    /** Stores the approval of a screenshot that has none; returns false when there is no such screenshot, or it has one. */
    boolean approve(RunId id, Screenshot.Key screenshot, Screenshot.Approval approval);

    /**
     * Summaries of the runs of suites.
     *
     * @param averaged how many of the newest completed runs of a suite the average covers at most
     * @return by suite; suites without a run are left out
     */
    Map<SuiteName, Summary> summaries(List<SuiteName> suites, int averaged);

    /**
     * A summary of the runs of a suite.
     *
     * @param last its newest run
     * @param averageDuration from start to end of its newest completed runs, in whole milliseconds; absent when it has
     *     none
     */
    record Summary(Run last, Optional<Duration> averageDuration) {}

    /**
     * The results of tests in the newest completed runs of a suite, the newest run first.
     *
     * @param most how many runs at most
     */
    List<TestResult> history(SuiteName suite, int most);

    /**
     * Removes runs that ended before a time, with all their data.
     *
     * @param most how many at most
     * @return how many it removed
     */
    int prune(Instant before, int most);

    /** Whether screenshots or files of a run, or baselines and differences of its screenshots, have this content. */
    boolean refers(RunId id, Sha256 content);

    /** Those of the given contents that screenshots and files of runs have. */
    Set<Sha256> used(Set<Sha256> some);

    /**
     * How many runs of a user there are in each status; statuses without a run are left out.
     *
     * @param startedBy the user who started them
     * @param statuses those it counts
     * @param most up to how many runs it counts in each status
     */
    Map<RunStatus, Long> counts(UserId startedBy, Set<RunStatus> statuses, int most);

    /**
     * How many completed runs of a user there are with each outcome; outcomes without a run are left out.
     *
     * @param startedBy the user who started them
     * @param most up to how many completed runs it counts
     */
    Map<Outcome, Long> outcomes(UserId startedBy, int most);
}
