package dev.guildhall.ports.run;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Driven port: executes runs, in a process or in a container (runs-9, runs-10). When {@link #run} returns, and within 5
 * s after an interrupt of the thread, every process, profile and temporary file of the run has been removed.
 */
public interface SuiteRunner {
    /** Why no run can start on this node; empty when runs can. Blocks for a few seconds at most. */
    Optional<String> unavailable();

    /** The browsers that runs find; a suite with its own version of Playwright may miss one of them. */
    Set<Browser> browsers();

    /**
     * Why runs of this installation may not reach a target, in words that follow its name; empty when they may, or when
     * its addresses are not known. Blocks for the time of a look-up of its name.
     */
    Optional<String> refusal(URI target);

    /**
     * Executes a run. Blocks until all tests have ended; an interrupt of the thread cancels the run.
     *
     * @param events is called from one thread at a time; an exception that it throws cancels the run and is thrown to
     *     the caller
     * @return empty when all tests have ended; otherwise why not
     * @throws InterruptedException when the thread was interrupted
     */
    Optional<RunError> run(Assignment assignment, Consumer<RunEvent> events) throws InterruptedException;

    /**
     * A run to execute.
     *
     * @param id identifies it
     * @param suite the suite
     * @param request with all options set
     * @param baselines the current ones of the suite, of all platforms
     */
    record Assignment(RunId id, Suite suite, RunRequest request, List<Baseline> baselines) {
        public Assignment {
            baselines = List.copyOf(baselines);
        }
    }

    /** Removes the processes and temporary files of runs of failed processes of this server. */
    void sweep();
}
