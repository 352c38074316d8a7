package dev.guildhall.ports.run;

import dev.guildhall.ports.Text;
import java.util.List;

/**
 * An event of a run. A runner reports them in the order in which they happen; clients receive the same events
 * (tasks-12).
 */
public sealed interface RunEvent {
    /**
     * The suite is loaded.
     *
     * @param platform for example {@code linux}
     * @param tests the tests of the run, in order, without repetition
     */
    record Planned(String platform, List<TestName> tests) implements RunEvent {
        public Planned {
            tests = List.copyOf(tests);
        }
    }

    /**
     * A test has begun an attempt, or has ended.
     *
     * @param result its current state
     */
    record Tested(TestResult result) implements RunEvent {}

    /**
     * A test took a screenshot. It replaces an earlier one with the same key.
     *
     * @param screenshot the screenshot, which is in the {@link BlobStore}
     */
    record ScreenshotTaken(Screenshot screenshot) implements RunEvent {}

    /**
     * A file was stored. It replaces an earlier one with the same name.
     *
     * @param artifact the file, which is in the {@link BlobStore}
     */
    record ArtifactStored(Artifact artifact) implements RunEvent {}

    /**
     * The runner, or a test, printed text. Of a run that prints much only the beginning is reported.
     *
     * @param text one or more lines, at most {@value #MAX_TEXT} characters
     */
    record Logged(String text) implements RunEvent {
        /** The most characters of one text. */
        public static final int MAX_TEXT = 8_000;

        public Logged {
            text = Text.beginning(Text.repaired(text), MAX_TEXT);
        }
    }

    /**
     * The state of the run has changed.
     *
     * @param state the new state
     */
    record StatusChanged(RunState state) implements RunEvent {}
}
