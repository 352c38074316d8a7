package dev.guildhall.ports.run;

import dev.guildhall.ports.Text;
import java.util.Optional;

/**
 * A file of a run: a trace, a video, a log, or a part of the report.
 *
 * @param name unique in the run, relative, with slashes; 1 to {@value #MAX_NAME} characters
 * @param kind its kind
 * @param contentType its media type
 * @param size in bytes
 * @param content its digest in the {@link BlobStore}
 * @param test the test that created it; absent when it belongs to the run as a whole
 */
public record Artifact(String name, Kind kind, String contentType, long size, Sha256 content, Optional<TestName> test) {
    /** The most characters of a name. */
    public static final int MAX_NAME = 300;

    public Artifact {
        name = Text.repaired(name);
        contentType = Text.repaired(contentType);
    }

    /** The kind of a file of a run. */
    public enum Kind {
        TRACE,
        VIDEO,
        /** A screenshot of the page of a test that failed. */
        PICTURE,
        LOG,
        /** A part of Playwright's HTML report, which begins at {@code report/index.html}. */
        REPORT,
        /** The results in JUnit's XML. */
        JUNIT,
        /** Another file that a test attached. */
        ATTACHMENT
    }
}
