package dev.guildhall.core.memory.ranking;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A query, and whom of the speakers it names. A name says who is to speak, not what about: to a small model it means more
 * than everything else in a short text, so that thanks to Caroline come before what she did. And people say {@code I} of
 * themselves, so that is how the query asks too.
 *
 * @param speakers those that are named, in the order of their first mention
 * @param names the words that name them, in lower case
 * @param text the query as the first of them would put it: {@code When did I go there?}
 */
record SpokenQuery(List<String> speakers, Set<String> names, String text) {
    private static final Pattern NAMES =
            Pattern.compile("(\\p{L}[\\p{L}\\p{N}]*(?:[.-]\\p{L}[\\p{L}\\p{N}]*)*)(['\u2019]s?(?![\\p{L}]))?");
    private static final int SHORTEST_NAME = 2;

    SpokenQuery {
        speakers = List.copyOf(speakers);
        names = Set.copyOf(names);
    }

    /**
     * Finds the names in a query: with a capital, or anyhow where nothing is written with one.
     *
     * @param known all speakers, in lower case
     */
    static SpokenQuery of(String query, Set<String> known) {
        boolean capitals = query.chars().anyMatch(Character::isUpperCase);
        List<String> speakers = new ArrayList<>();
        Set<String> names = new HashSet<>();
        String text = NAMES.matcher(query).replaceAll(found -> {
            String word = found.group(1);
            Optional<String> speaker = capitals && !Character.isUpperCase(word.charAt(0))
                    ? Optional.empty()
                    : named(word.toLowerCase(Locale.ROOT), known);
            speaker.filter(name -> !speakers.contains(name)).ifPresent(speakers::add);
            speaker.ifPresent(name -> names.add(word.toLowerCase(Locale.ROOT)));
            return speaker.map(name -> pronoun(speakers.indexOf(name) == 0, found))
                    .orElseGet(() -> Matcher.quoteReplacement(found.group()));
        });
        return new SpokenQuery(speakers, names, text);
    }

    private static Optional<String> named(String word, Set<String> known) {
        if (word.length() < SHORTEST_NAME) {
            return Optional.empty();
        }
        return known.contains(word)
                ? Optional.of(word)
                : known.stream()
                        .filter(name -> List.of(name.split(" ")).contains(word))
                        .findFirst();
    }

    private static String pronoun(boolean first, MatchResult found) {
        boolean owner = found.group(2) != null;
        if (first) {
            return owner ? "my" : "I";
        }
        return owner ? "your" : "you";
    }
}
