package dev.guildhall.persistence.db;

import dev.guildhall.persistence.TestPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The statements of {@code upgrade/sample-rows.sql}: rows as a server of each version wrote them. */
public record SampleRows(int first, int last, String sql) {
    private static final Pattern SECTION =
            Pattern.compile("-- versions (\\d+)-(\\d*)\\n(.*?)(?=-- versions|\\z)", Pattern.DOTALL);
    private static final Pattern SEALED = Pattern.compile("sealed\\('([^']*)', '([^']*)'\\)");

    /** The statements for a version, which fill each table that the version has. */
    public static String of(int version) {
        return read().stream()
                .filter(rows -> rows.first <= version && version <= rows.last)
                .map(rows -> rows.sql.replace("{v}", String.valueOf(version)))
                .map(SampleRows::seal)
                .collect(Collectors.joining());
    }

    private static List<SampleRows> read() {
        try (InputStream file = SampleRows.class.getResourceAsStream("/upgrade/sample-rows.sql")) {
            return SECTION.matcher(new String(file.readAllBytes(), StandardCharsets.UTF_8))
                    .results()
                    .map(found -> new SampleRows(
                            Integer.parseInt(found.group(1)),
                            found.group(2).isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(found.group(2)),
                            found.group(3)))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String seal(String sql) {
        return SEALED.matcher(sql)
                .replaceAll(found ->
                        Matcher.quoteReplacement("'" + TestPostgres.BOX.seal(found.group(1), found.group(2)) + "'"));
    }
}
