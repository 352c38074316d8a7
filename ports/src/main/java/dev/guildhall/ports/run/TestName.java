package dev.guildhall.ports.run;

import dev.guildhall.ports.Text;

/**
 * Identifies a test within a run.
 *
 * @param project the browser's name, or the name of the project of the suite's own configuration
 * @param file the path of the test file below the suite's directory, with slashes
 * @param title the titles of the groups around the test and its own, joined by {@code " › "}
 */
public record TestName(String project, String file, String title) {
    /** Characters of the three texts that cannot be stored are replaced, see {@link Text#repaired}. */
    public TestName {
        project = Text.repaired(project);
        file = Text.repaired(file);
        title = Text.repaired(title);
    }

    /** {@code [browser] file › title}, the form of {@code failures[].test} (runs-13). */
    public String label() {
        return "[" + project + "] " + file + " › " + title;
    }
}
