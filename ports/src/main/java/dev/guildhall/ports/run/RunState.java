package dev.guildhall.ports.run;

/** How far a run has come, with what is known there. */
public sealed interface RunState {
    /** The state's name. */
    RunStatus status();

    /** It waits for a slot. */
    record Queued() implements RunState {
        @Override
        public RunStatus status() {
            return RunStatus.QUEUED;
        }
    }

    /** A node carries it out. */
    record Running() implements RunState {
        @Override
        public RunStatus status() {
            return RunStatus.RUNNING;
        }
    }

    /** Nothing changes any more. */
    sealed interface Ended extends RunState {}

    /**
     * It has reached its end.
     *
     * @param outcome how its tests went
     */
    record Completed(Outcome outcome) implements Ended {
        @Override
        public RunStatus status() {
            return RunStatus.COMPLETED;
        }
    }

    /**
     * It has no full verdict.
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
