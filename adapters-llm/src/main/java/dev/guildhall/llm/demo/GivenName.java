package dev.guildhall.llm.demo;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class GivenName {
    private static final String NAME = "(\\p{Lu}[\\p{L}'’-]{0,40}(?: \\p{Lu}[\\p{L}'’-]{0,40}){0,2})";
    private static final String ANY_CASE_NAME = "(\\p{L}[\\p{L}'’-]{0,40}(?: \\p{Lu}[\\p{L}'’-]{0,40}){0,2})";
    private static final Pattern SAID = Pattern.compile("(?:[Mm]y name(?: is|'s|’s)|[Uu]ser(?:'s|’s)? name(?: is|:)) "
            + ANY_CASE_NAME + "|\\b(?:[Cc]all me|I am|I'm|I’m|(?:am|is|I'm|I’m) called) " + NAME);

    private GivenName() {}

    static Optional<String> in(String text) {
        Matcher matcher = SAID.matcher(text);
        Optional<String> name = Optional.empty();
        while (matcher.find()) {
            name = Optional.ofNullable(matcher.group(1)).or(() -> Optional.ofNullable(matcher.group(2)));
        }
        return name;
    }

    /** The name in the last of these texts that has one. */
    static Optional<String> last(List<String> texts) {
        return texts.reversed().stream().flatMap(text -> in(text).stream()).findFirst();
    }
}
