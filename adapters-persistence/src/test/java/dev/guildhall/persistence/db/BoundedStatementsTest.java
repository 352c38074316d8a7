package dev.guildhall.persistence.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * PostgreSQL may execute {@code IN (SELECT … LIMIT … SKIP LOCKED)} once for each row of the outer table; the statement
 * then changes more rows than the limit. It executes {@code = ANY(ARRAY(SELECT …))} once.
 */
class BoundedStatementsTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/guildhall/persistence");
    private static final Pattern UNBOUNDED = Pattern.compile("IN\\s*\\(\\s*SELECT[^()]*LIMIT :\\w+\\s+FOR UPDATE");

    @Test
    void no_statement_repeats_its_subquery_for_each_row() throws IOException {
        assertThat(unbounded(
                        "DELETE FROM runs WHERE id IN (\n SELECT id FROM runs LIMIT :most FOR UPDATE SKIP LOCKED)"))
                .isTrue();

        try (var files = Files.walk(SOURCES)) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(sources).hasSizeGreaterThan(35);
            for (Path source : sources) {
                assertThat(unbounded(Files.readString(source)))
                        .as(source.toString())
                        .isFalse();
            }
        }
    }

    private static boolean unbounded(String source) {
        return UNBOUNDED.matcher(source).find();
    }
}
