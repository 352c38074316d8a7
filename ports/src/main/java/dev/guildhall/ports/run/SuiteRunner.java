package dev.guildhall.ports.run;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Driven port: carries out runs, in a process or in a container (contract 7). Every process, profile and temporary file of
 * a run is gone when {@link #run} returns, and within 5 s after the thread was interrupted. Thread-safe.
 */
public interface SuiteRunner {
    /** Why no run can start on this node; empty when runs can. Does not block for longer than a few seconds. */
    Optional<String> unavailable();

    /**
     * Carries out a run. Blocks until all tests have ended; interrupting the thread cancels the run.
     *
     * @param events is called from one thread at a time; what it throws cancels the run and is thrown on
     * @return empty when the runner has reached the end of the tests; otherwise why it has not
     * @throws InterruptedException when the thread was interrupted
     */
    Optional<RunError> run(Assignment assignment, Consumer<RunEvent> events) throws InterruptedException;

    /**
     * A run that is to be carried out.
     *
     * @param id which
     * @param suite what to run
     * @param request with nothing left open
     * @param baselines the current ones of the suite, of all platforms
     */
    record Assignment(RunId id, Suite suite, RunRequest request, List<Baseline> baselines) {
        public Assignment {
            baselines = List.copyOf(baselines);
        }
    }

    /** Removes what runs of a process of this server that died have left: processes and temporary files. */
    void sweep();
}
