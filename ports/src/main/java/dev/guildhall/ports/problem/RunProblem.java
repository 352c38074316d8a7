package dev.guildhall.ports.problem;

/** Problems of test runs, suites and baselines. */
public sealed interface RunProblem extends Problem {
    /** The run does not exist. */
    record RunNotFound() implements RunProblem {
        @Override
        public String message() {
            return "there is no such test run";
        }
    }

    /** The suite does not exist. */
    record SuiteNotFound() implements RunProblem {
        @Override
        public String message() {
            return "there is no such test suite";
        }
    }

    /** The suite has a run that has not ended, or the run itself has not ended. */
    record RunInProgress() implements RunProblem {
        @Override
        public String message() {
            return "the suite has an active run";
        }
    }

    /**
     * No runner can start on this node.
     *
     * @param message why
     */
    record ContainerError(String message) implements RunProblem {}

    /** The baseline has changed since the picture was compared with it. */
    record BaselineChanged() implements RunProblem {
        @Override
        public String message() {
            return "the baseline has changed since the run; approve with force=true to replace it";
        }
    }
}
