package dev.guildhall.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each rule that a source or a document cites stands in {@code ports/SPECIFICATION.md}. */
class RuleCitationsTest {
    /** About three quarters of the present number. */
    private static final int LEAST_CITATIONS = 330;

    @TempDir
    Path folder;

    @Test
    void every_cited_rule_exists() throws IOException {
        RuleCitations citations =
                RuleCitations.below(Path.of("").toAbsolutePath().getParent());

        assertThat(citations.faults()).isEmpty();
        assertThat(citations.cited()).isGreaterThanOrEqualTo(LEAST_CITATIONS);
    }

    @Test
    void a_citation_that_leads_nowhere_is_a_fault() throws IOException {
        write("ports/SPECIFICATION.md", "- **tasks-1** One.\n- **tasks-2** Two.\n");
        write("core/src/Tasks.java", "/** Tasks (tasks-2, contract 6, spec/3). */ // tasks-3\n * (contract\n * 7)");
        write("core/target/Old.java", "// tasks-9");
        write("core/db/migration/V1__tasks.sql", "-- spec/3");

        RuleCitations citations = RuleCitations.below(folder);

        assertThat(citations.faults())
                .containsExactly(
                        "core/src/Tasks.java: contract\n * 7 is not a rule",
                        "core/src/Tasks.java: contract 6 is not a rule",
                        "core/src/Tasks.java: spec/3 is not a rule",
                        "core/src/Tasks.java: there is no rule tasks-3");
    }

    @Test
    void rules_are_numbered_without_gaps_and_repeats() throws IOException {
        write(
                "ports/SPECIFICATION.md",
                "- **keys-2** B.\n- **keys-1** A.\n- **runs-1** A.\n- **runs-1** B.\n- **chat-2** B.\n");

        RuleCitations citations = RuleCitations.below(folder);

        assertThat(citations.faults())
                .containsExactly(
                        "ports/SPECIFICATION.md: the rules of chat have the numbers [2]",
                        "ports/SPECIFICATION.md: the rules of runs have the numbers [1, 1]");
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
