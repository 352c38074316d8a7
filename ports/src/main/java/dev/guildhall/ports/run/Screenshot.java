package dev.guildhall.ports.run;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * A screenshot of a run: one that a test compared with its baseline, or one that a test attached.
 *
 * @param key identifies it
 * @param name unique in its run, for people and addresses; 1 to {@value Key#MAX_NAME} characters. The name of its key,
 *     after the names of its project and file where the run has several
 * @param test the test that took it
 * @param verdict the result of the comparison
 * @param image what the browser showed; for a screenshot that passed it may be the baseline's content
 * @param baseline what it was compared with; absent when there was none
 * @param diff the differences; absent when none were found
 * @param browserVersion the version of the browser that took it; empty when unknown
 * @param approval absent until a user approves it
 */
public record Screenshot(
        Key key,
        String name,
        TestName test,
        Verdict verdict,
        Sha256 image,
        Optional<Sha256> baseline,
        Optional<Sha256> diff,
        String browserVersion,
        Optional<Approval> approval) {
    /** Characters of the name that cannot be stored are replaced, see {@link Text#repaired}. */
    public Screenshot {
        name = Text.repaired(name);
    }

    /**
     * Identifies a screenshot within a run, and its baseline within a suite and platform.
     *
     * @param project as {@link TestName#project()}
     * @param file as {@link TestName#file()}; empty when the suite's configuration stores snapshots in a way in which tests
     *     of several files share them
     * @param name the path of the snapshot, for example {@code home.png}, below the folder of the snapshots of its file;
     *     1 to {@value #MAX_NAME} characters
     */
    public record Key(String project, String file, String name) {
        /** The most characters of a name. */
        public static final int MAX_NAME = 1_000;

        public Key {
            project = Text.repaired(project);
            file = Text.repaired(file);
            name = Text.repaired(name);
        }

        /** The key of another screenshot of the same project and file. */
        public Key named(String other) {
            return new Key(project, file, other);
        }
    }

    /** The result of the comparison. */
    public enum Verdict {
        /** It equals its baseline, or became one (in a suite whose {@code newBaselines} is {@code accept}). */
        PASSED,
        /** A test attached it; it is not compared. */
        ATTACHED,
        /** It differs from its baseline. */
        DIFFERENT,
        /** There is no baseline. */
        NO_BASELINE
    }

    /**
     * A user has approved the screenshot: it became the baseline.
     *
     * @param at when
     * @param by the user
     * @param previous the baseline that it replaced; absent when there was none
     */
    public record Approval(Instant at, UserId by, Optional<Sha256> previous) {}

    /** The same screenshot with another key. */
    public Screenshot withKey(Key other) {
        return new Screenshot(other, name, test, verdict, image, baseline, diff, browserVersion, approval);
    }

    /** The same screenshot with an approval. */
    public Screenshot approved(Approval given) {
        return new Screenshot(key, name, test, verdict, image, baseline, diff, browserVersion, Optional.of(given));
    }

    /** Whether its status is {@code passed} (runs-16). */
    public boolean isPassed() {
        return verdict == Verdict.PASSED || verdict == Verdict.ATTACHED || approval.isPresent();
    }
}
