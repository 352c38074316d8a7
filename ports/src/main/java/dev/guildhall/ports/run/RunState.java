package dev.guildhall.ports.run;

/** The state of a run, with the data of that state. */
public sealed interface RunState {
    /** The name of the state. */
    RunStatus status();

    /** It waits for a slot. */
    record Queued() implements RunState {
        @Override
        public RunStatus status() {
            return RunStatus.QUEUED;
        }
    }

    /** A node executes it. */
    record Running() implements RunState {
        @Override
        public RunStatus status() {
            return RunStatus.RUNNING;
        }
    }

    /** It has ended; its state does not change any more. */
    sealed interface Ended extends RunState {}

    /**
     * All its tests have ended.
     *
     * @param outcome the outcome of its tests
     */
    record Completed(Outcome outcome) implements Ended {
        @Override
        public RunStatus status() {
            return RunStatus.COMPLETED;
        }
    }

    /**
     * It has no complete result.
     *
     * @param error why
     */
    record Failed(RunError error) implements Ended {
        @Override
        public RunStatus status() {
            return RunStatus.FAILED;
        }
    }

    /** A user cancelled it. */
    record Cancelled() implements Ended {
        @Override
        public RunStatus status() {
            return RunStatus.CANCELLED;
        }
    }
}
