package dev.guildhall.ports.run;

import dev.guildhall.ports.Text;
import java.util.List;

/** What a runner reports of a run, in the order in which it happens; clients are told the same (contract 7). */
public sealed interface RunEvent {
    /**
     * The suite is loaded.
     *
     * @param platform for example {@code linux}
     * @param tests what will be run, in order, without repetition
     */
    record Planned(String platform, List<TestName> tests) implements RunEvent {
        public Planned {
            tests = List.copyOf(tests);
        }
    }

    /**
     * A test has begun an attempt, or has ended.
     *
     * @param result how far it has come
     */
    record Tested(TestResult result) implements RunEvent {}

    /**
     * A test took a picture. One with the same key takes the place of an earlier one.
     *
     * @param screenshot the picture, which is in the {@link BlobStore}
     */
    record Pictured(Screenshot screenshot) implements RunEvent {}

    /**
     * A file was kept. One with the same name takes the place of an earlier one.
     *
     * @param artifact the file, which is in the {@link BlobStore}
     */
    record Kept(Artifact artifact) implements RunEvent {}

    /**
     * The runner, or a test, printed something. Of a run that prints much the beginning is told.
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
     * The run has come further.
     *
     * @param state how far
     */
    record Moved(RunState state) implements RunEvent {}
}
