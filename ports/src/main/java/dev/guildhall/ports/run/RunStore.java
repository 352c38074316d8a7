package dev.guildhall.ports.run;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Driven port: runs, their tests, pictures, files and events. Once a run has ended, only approvals change. Blocks.
 * Thread-safe; takes part in {@code Transactions}.
 */
public interface RunStore {
    /** The most events of a run that are kept: later texts are left out, everything else is kept. */
    int MOST_EVENTS = 50_000;

    /** Keeps a new run, unless its suite has an active one: false then. Of many calls at once exactly one is true. */
    boolean add(Run run);

    /** The run; empty when there is none. */
    Optional<Run> find(RunId id);

    /** The run that this task carries out; empty when there is none. */
    Optional<Run> findByTask(TaskId task);

    /** Runs, newest first. */
    Page<Run> list(RunFilter filter, PageRequest page);

    /** Runs that have not ended, oldest first, at most {@link SuiteCatalog#MOST}. */
    List<Run> active();

    /** A queued run is running from now on; false when it is not queued. */
    boolean begin(RunId id, Instant at);

    /**
     * Keeps events of a running run, and what follows from them: the tests, pictures and files. All or none.
     *
     * @return false when the run is not running: nothing is kept then
     */
    boolean record(RunId id, List<RunEvent> events);

    /** Ends a run that has not ended; the run as it is afterwards, ended by this call or before. Empty when there is none. */
    Optional<Run> end(RunId id, RunState.Ended state, Instant at);

    /** The tests of a run, in their order. */
    List<TestResult> tests(RunId id);

    /** The pictures of a run, in the order in which they were taken. */
    List<Screenshot> screenshots(RunId id);

    /** The files of a run by name. */
    List<Artifact> artifacts(RunId id);

    /**
     * Events of a run.
     *
     * @param after those with a greater number
     * @param most how many at most
     */
    List<NumberedEvent> events(RunId id, int after, int most);

    /** The event of a run with the greatest number; empty when there is no such run, or it has no event. */
    Optional<NumberedEvent> lastEvent(RunId id);

    /** Keeps the approval of a picture that has none; false when there is no such picture, or it has one. */
    boolean approve(RunId id, Screenshot.Key picture, Screenshot.Approval approval);

    /**
     * What the runs of suites say of them.
     *
     * @param averaged of how many of its newest completed runs the duration of a suite is averaged at most
     * @return by suite; without those that have no run
     */
    Map<SuiteName, Summary> summaries(List<SuiteName> suites, int averaged);

    /**
     * What the runs of a suite say of it.
     *
     * @param last its newest run
     * @param averageDuration of its newest completed runs from their start to their end, in whole milliseconds; absent when
     *     it has none
     */
    record Summary(Run last, Optional<Duration> averageDuration) {}

    /**
     * How tests went in the newest completed runs of a suite, those of the newest run first.
     *
     * @param most of how many runs at most
     */
    List<TestResult> history(SuiteName suite, int most);

    /**
     * Forgets runs that ended before a time, with all that belongs to them.
     *
     * @param most how many at most
     * @return how many
     */
    int prune(Instant before, int most);

    /** Whether pictures or files of a run, or baselines and differences of its pictures, refer to some content. */
    boolean refers(RunId id, Sha256 content);

    /** Which of some content pictures and files of runs, or baselines, refer to. */
    Set<Sha256> used(Set<Sha256> some);

    /** How many runs there are in each status; statuses without a run are left out. */
    Map<RunStatus, Long> counts();
}
