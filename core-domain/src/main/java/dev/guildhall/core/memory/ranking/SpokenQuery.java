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
import java.util.stream.Collectors;

/**
 * A query, and the speakers that it names. A name identifies the speaker, not the topic: for a small model it outweighs
 * all other words of a short text, so that thanks to Caroline rank before what she did. And speakers say {@code I}
 * about themselves, so the query is rephrased in the same way.
 *
 * @param speakers the named speakers, in the order of their first mention
 * @param names the words that name them, in lower case
 * @param text the query from the view of the first speaker: {@code When did I go there?}
 */
record SpokenQuery(List<String> speakers, Set<String> names, String text) {
    private static final Pattern NAMES =
            Pattern.compile("(\\p{L}[\\p{L}\\p{N}]*+(?:[.-]\\p{L}[\\p{L}\\p{N}]*+)*+)(['\u2019]s?(?![\\p{L}]))?");
    private static final int SHORTEST_NAME = 2;

    SpokenQuery {
        speakers = List.copyOf(speakers);
        names = Set.copyOf(names);
    }

    /** Finds the names in a query: capitalised ones, or any when the query has no capitals. Speakers are in lower case. */
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

    /** The words of a query that may be names, in lower case. */
    static Set<String> words(String query) {
        return NAMES.matcher(query)
                .results()
                .map(found -> found.group(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
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
