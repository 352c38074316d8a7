package dev.guildhall.core.search;

import java.util.Set;

/** Words that say nothing about what is looked for: the grammar of English, and of asking for something. */
final class StopWords {
    private static final String WORDS = """
        a about all also am an and any are as at be been being but by can could did do does for from get give had has
        have he help her here his how i id if im in into is it its ive just let like may me might must my need no not of
        on or our over please shall she should so some than that the their them then there these they this those to us
        want was we were what when where which who whom why will with would yes you your
        """;

    static final Set<String> ENGLISH = Set.of(WORDS.strip().split("\\s+"));

    private StopWords() {}
}
