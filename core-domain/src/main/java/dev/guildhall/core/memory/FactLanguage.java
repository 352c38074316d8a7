package dev.guildhall.core.memory;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How durable facts are stated in one language.
 *
 * @param opening what may stand before a statement
 * @param joints what stands between two statements of a sentence
 * @param supposed what a sentence contains that is a question, an assumption or a wish
 * @param around words before and after a thing that do not distinguish it, such as articles
 * @param rules the first one that matches a whole statement applies
 */
record FactLanguage(Pattern opening, Pattern joints, Pattern supposed, Pattern around, List<Rule> rules) {
    /** A topic is one tag of a memory; a longer thing has no topic. */
    private static final int LONGEST_TOPIC = 60;

    /** The thing that a statement is about: a newer statement about it supersedes the older ones. */
    private static final String THING = "thing";

    /** The second thing of a comparison. */
    private static final String OTHER = "other";

    /** What does not hold any more, for topics that have one fact at a time. */
    private static final String ENDED = "ended";

    private static final Pattern EDGES = Pattern.compile("^[\\p{Z}\"'(«“「¡]+|[\\p{Z}.,;:!…。！、，；～~\"')»”」]+$");

    FactLanguage {
        rules = List.copyOf(rules);
    }

    /** Statements of a pattern, with an importance of 0 to 1; absent topic means that several of them may hold. */
    record Rule(Pattern pattern, double importance, Optional<String> topic) {}

    static Rule rule(String pattern, double importance) {
        return new Rule(pattern(pattern), importance, Optional.empty());
    }

    static Rule rule(String pattern, double importance, String topic) {
        return new Rule(pattern(pattern), importance, Optional.of(topic));
    }

    static Pattern pattern(String regex) {
        return Pattern.compile(
                regex, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS);
    }

    /** The statement without what may stand before it. */
    String opened(String sentence) {
        return opening.matcher(sentence).replaceFirst("");
    }

    boolean isSupposed(String said) {
        return supposed.matcher(said).find();
    }

    /** The fact that a statement contains; empty when it contains none. */
    Optional<StatedFact> fact(String said) {
        for (Rule rule : rules) {
            Matcher matcher = rule.pattern().matcher(said);
            if (matcher.matches()) {
                return Optional.of(new StatedFact(
                        said,
                        rule.importance(),
                        rule.topic().flatMap(topic -> topic(topic, matcher)),
                        group(matcher, ENDED)));
            }
        }
        return Optional.empty();
    }

    private Optional<String> topic(String kind, Matcher matcher) {
        if (!matcher.namedGroups().containsKey(THING)) {
            return Optional.of(kind);
        }
        Optional<String> other = group(matcher, OTHER);
        return group(matcher, THING)
                .map(thing -> other.map(second -> ordered(thing, second)).orElse(thing))
                .map(thing -> kind + " " + thing)
                .filter(topic -> topic.length() <= LONGEST_TOPIC);
    }

    private static String ordered(String one, String two) {
        return one.compareTo(two) < 0 ? one + " | " + two : two + " | " + one;
    }

    private Optional<String> group(Matcher matcher, String name) {
        return matcher.namedGroups().containsKey(name)
                ? Optional.ofNullable(matcher.group(name)).map(this::essential).filter(thing -> !thing.isEmpty())
                : Optional.empty();
    }

    private String essential(String thing) {
        String words = EDGES.matcher(thing.toLowerCase(Locale.ROOT)).replaceAll("");
        String bare = EDGES.matcher(around.matcher(words).replaceAll("")).replaceAll("");
        return bare.isEmpty() ? words : bare;
    }
}
