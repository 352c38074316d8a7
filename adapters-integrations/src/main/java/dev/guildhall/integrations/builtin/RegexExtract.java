package dev.guildhall.integrations.builtin;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code builtin.regex_extract}: every match of a pattern, in time that grows with the text alone. Thread-safe. */
final class RegexExtract implements BuiltinTool {
    /** The most characters of a text. */
    static final int MAX_CHARACTERS = 200_000;

    /** The most characters of a pattern. */
    static final int MAX_PATTERN = 500;

    private static final int MAX_MATCHES = 1000;
    private static final int FEW_MATCHES = 100;

    /** The most characters of all matches together. */
    private static final int MAX_FOUND = 200_000;

    private static final String TEXT = "text";
    private static final String PATTERN = "pattern";
    private static final String IGNORE_CASE = "ignoreCase";
    private static final String MULTILINE = "multiline";
    private static final String DOT_ALL = "dotAll";
    private static final String MOST = "maxMatches";
    private static final ToolSpec SPEC = new ToolSpec(
            new ToolName("builtin.regex_extract"),
            "Finds every match of a regular expression in a text. Use it to take all addresses, numbers or identifiers"
                    + " out of a text without missing one. Answers with the matches, their groups and positions.",
            Parameters.object(
                    List.of(TEXT, PATTERN),
                    TEXT,
                    Parameters.text("What to look through.", MAX_CHARACTERS),
                    PATTERN,
                    Parameters.text(
                            "A regular expression in RE2 syntax: no look-ahead, look-behind or back references.",
                            MAX_PATTERN),
                    IGNORE_CASE,
                    Parameters.flag("Whether letters match in any case."),
                    MULTILINE,
                    Parameters.flag("Whether ^ and $ match at every line."),
                    DOT_ALL,
                    Parameters.flag("Whether . matches line ends too."),
                    MOST,
                    Parameters.integer("The most matches to answer with.", FEW_MATCHES, 1, MAX_MATCHES)),
            ToolSource.BUILTIN);

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public Map<String, Object> run(BuiltinArguments arguments) {
        Matcher matcher = pattern(arguments).matcher(arguments.text(TEXT, MAX_CHARACTERS));
        int most = arguments.integer(MOST, FEW_MATCHES, 1, MAX_MATCHES);
        List<Map<String, Object>> matches = new ArrayList<>();
        int found = 0;
        boolean more = matcher.find();
        while (more
                && matches.size() < most
                && found < MAX_FOUND
                && !Thread.currentThread().isInterrupted()) {
            List<Object> groups = groups(matcher);
            found +=
                    groups.stream().mapToInt(group -> ((String) group).length()).sum()
                            + matcher.end()
                            - matcher.start();
            matches.add(Parameters.inOrder(
                    "match", matcher.group(), "groups", groups, "start", matcher.start(), "end", matcher.end()));
            more = matcher.find();
        }
        return Parameters.inOrder("matches", matches, "count", matches.size(), "truncated", more);
    }

    /** A group that took no part is empty. */
    private static List<Object> groups(Matcher matcher) {
        List<Object> groups = new ArrayList<>();
        for (int i = 1; i <= matcher.groupCount(); i++) {
            groups.add(Optional.ofNullable(matcher.group(i)).orElse(""));
        }
        return groups;
    }

    private static Pattern pattern(BuiltinArguments arguments) {
        String pattern = arguments.text(PATTERN, MAX_PATTERN);
        if (PatternSize.of(pattern) > PatternSize.MOST) {
            throw BuiltinArguments.bad(
                    PATTERN, "its counted repetitions come to more than " + PatternSize.MOST + " steps");
        }
        int flags = (arguments.flag(IGNORE_CASE) ? Pattern.CASE_INSENSITIVE : 0)
                | (arguments.flag(MULTILINE) ? Pattern.MULTILINE : 0)
                | (arguments.flag(DOT_ALL) ? Pattern.DOTALL : 0);
        try {
            return Pattern.compile(pattern, flags);
        } catch (PatternSyntaxException malformed) {
            throw BuiltinArguments.bad(PATTERN, "is not a pattern in RE2 syntax: " + malformed.getDescription());
        } catch (StackOverflowError nested) {
            throw BuiltinArguments.bad(PATTERN, "is nested too deeply");
        }
    }
}
