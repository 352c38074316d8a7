package dev.guildhall.core.webchat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Removes the marks of Markdown from a text, and keeps what they mark. */
final class PlainText {
    private static final Pattern FENCED = Pattern.compile(
            "^[ \\t]*(```+|~~~+)[^\\n]*\\n?.*?(?:^[ \\t]*\\1[ \\t]*$|\\z)", Pattern.DOTALL | Pattern.MULTILINE);
    /** The mark alone, where it stands behind other text of its line. */
    private static final Pattern FENCE_IN_LINE =
            Pattern.compile("(?:```+|~~~+)[\\w+#.-]*[ \\t]*$|```+|~~~+", Pattern.MULTILINE);

    private static final Pattern FENCE = Pattern.compile("^[ \\t]*(?:```+|~~~+)[^\\n]*$", Pattern.MULTILINE);

    private static final Pattern TABLE_RULE = Pattern.compile(
            "^[ \\t]*\\|?[ \\t]*:?-+:?[ \\t]*(?:\\|[ \\t]*:?-+:?[ \\t]*)*\\|?[ \\t]*$", Pattern.MULTILINE);

    private static final Pattern TABLE_ROW = Pattern.compile("^[ \\t]*\\|.*\\|[ \\t]*$", Pattern.MULTILINE);
    private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");

    /** One number with a full stop may be a date ("1. Mai"); several are a list. */
    private static final Pattern LIST_NUMBER = Pattern.compile("^[ \\t]*\\d{1,3}[.)][ \\t]+", Pattern.MULTILINE);

    /** In their order: what stands around the text of a line, and then within it. */
    private static final Map<Pattern, String> MARKS = marks(
            "^[ \\t]*(?:[-*_][ \\t]*){3,}$", "",
            "^[ \\t]*(?:(?:#{1,6}|>|[-+*])[ \\t]+(?:\\[[ xX]\\][ \\t]+)?|>)+", "",
            "(?<=\\S)[ \\t]+#+[ \\t]*$", "",
            "!?\\[([^\\]\\n]*)\\]\\([^)\\n]*\\)", "$1",
            "!?\\[([^\\]\\n]+)\\]\\[[^\\]\\n]*\\]", "$1",
            "<(https?://[^>\\s]+)>", "$1",
            "`+([^`\\n]+)`+", "$1",
            "\\*\\*(?=\\S)([^\\n]+?)(?<=\\S)\\*\\*", "$1",
            "(?<!\\w)__(?=\\S)([^\\n]+?)(?<=\\S)__(?!\\w)", "$1",
            "~~(?=\\S)([^\\n]+?)(?<=\\S)~~", "$1",
            "(?<![\\w*])\\*(?=\\S)([^*\\n]+?)(?<=\\S)\\*(?![\\w*])", "$1",
            "(?<!\\w)_(?=\\S)([^_\\n]+?)(?<=\\S)_(?!\\w)", "$1",
            "\\\\([*_`#|\\[\\]])", "$1");

    private PlainText() {}

    private static Map<Pattern, String> marks(String... marksAndTexts) {
        Map<Pattern, String> marks = new LinkedHashMap<>();
        for (int i = 0; i < marksAndTexts.length; i += 2) {
            Pattern mark = Pattern.compile(marksAndTexts[i], Pattern.MULTILINE | Pattern.UNICODE_CHARACTER_CLASS);
            marks.put(mark, marksAndTexts[i + 1]);
        }
        return marks;
    }

    /** The text without marks; blocks of code are left out unless there is nothing else. */
    static String of(String markdown) {
        String words = FENCED.matcher(markdown).replaceAll(" ");
        String plain = words.isBlank() ? FENCE.matcher(markdown).replaceAll("") : words;
        plain = withoutListNumbers(withoutTables(FENCE_IN_LINE.matcher(plain).replaceAll(" ")));
        for (Map.Entry<Pattern, String> mark : MARKS.entrySet()) {
            plain = mark.getKey().matcher(plain).replaceAll(mark.getValue());
        }
        return plain;
    }

    private static String withoutTables(String markdown) {
        if (markdown.indexOf('|') < 0) {
            return markdown;
        }
        Matcher rule = TABLE_RULE.matcher(markdown);
        return rule.find()
                ? cells(rule.replaceAll(""))
                : TABLE_ROW.matcher(markdown).replaceAll(row -> Matcher.quoteReplacement(cells(row.group())));
    }

    private static String cells(String rows) {
        return CELL_END.matcher(rows).replaceAll(" ");
    }

    private static String withoutListNumbers(String markdown) {
        boolean isList = LIST_NUMBER.matcher(markdown).results().count() > 1;
        return isList ? LIST_NUMBER.matcher(markdown).replaceAll("") : markdown;
    }
}
