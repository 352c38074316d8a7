package dev.guildhall.core.memory;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds durable facts in a user's message without a model: sentences in the first person about lasting things.
 * Questions, assumptions and momentary wishes are no facts, and facts with a secret are left out. The user's sentence
 * is kept unchanged.
 */
final class FactRules {
    /** The most facts of one message. */
    static final int MOST = 5;

    /** How many characters of a message are read. */
    static final int MOST_CHARACTERS = 8_000;

    private static final int LONGEST = 300;
    private static final Pattern ENDS = Pattern.compile("(?<=[.!?])\\s+|\\R+");
    private static final Pattern JOINTS = Pattern.compile(",?\\s+and\\s+|\\s*;\\s*", Pattern.CASE_INSENSITIVE);
    private static final String THING = "thing";
    private static final Pattern OPENING = Pattern.compile(
            "^(?:(?:hi|hello|hey|by the way|btw|oh|well|so|also|and|but|ok|okay|actually|just so you know|fyi"
                    + "|note that|please note that)[,:!]?\\s+)*+",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern SUPPOSED = Pattern.compile(
            "^(?:if|when|whenever|suppose|imagine|pretend|say|let's"
                + " say|unless|would|could|can|should|do|does|did|is|are|am|was|were|will|what|who|where|why|how|which)\\b|\\b(?:as"
                + " if|i wonder|i wish|maybe|not sure)\\b",
            Pattern.CASE_INSENSITIVE);

    private static final List<Rule> RULES = List.of(
            rule(
                    "(?:please )?(?:remember|don'?t forget|keep in mind)(?: that|:)?"
                            + " (?!(?:it|this|that|these|those|them|me|all|everything)\\W*$).{3,}",
                    0.8),
            rule("(?:my name is|i am called|i'?m called|(?:please )?call me) \\p{L}.*", 0.9, "name"),
            rule("i(?:'m| am) \\d{1,3}(?: years old)?\\W*|i(?:'m| am) \\d{1,3} years old.*", 0.7, "age"),
            rule("(?:my birthday is|i was born) .*", 0.8, "birth"),
            rule(
                    "i(?:'m| am)(?: \\w+){0,2}"
                            + " (?:allergic|intolerant|diabetic|coeliac|celiac|asthmatic|vegetarian|vegan)\\b.*",
                    0.9),
            rule(
                    "i (?:have|suffer from|was diagnosed with)(?: \\w+){0,3}"
                            + " (?:allerg|intoleran|diabet|asthma|disease|condition)\\w*.*",
                    0.9),
            rule("i (?:can'?t|cannot|must not|may not|don'?t|do not|never) (?:eat|drink|tolerate|stand)\\b.*", 0.8),
            rule("\\p{L}[\\p{L} '-]{1,60} makes? me (?:ill|sick|unwell|feel (?:ill|sick)).*", 0.8),
            rule(
                    "i(?:'ve| have)?(?: now| just| recently| currently)? (?:live|moved|relocated|settled)\\b(?: \\w+)?"
                            + " (?:in|to|at|near)\\b.*|i(?:'m| am)(?: now| currently)? living (?:in|at|near)\\b.*|my"
                            + " (?:home )?address is .*",
                    0.7,
                    "home"),
            rule("i(?:'m| am| come) (?:originally )?from \\p{L}.*", 0.6, "origin"),
            rule(
                    "i(?: now)? work (?:at|for|as|in)\\b.*|i(?:'m| am) employed\\b.*|my job is .*|i(?:'ve| have)?"
                            + " (?:started|joined)(?: \\w+){0,4} (?:at|as)\\b.*",
                    0.7,
                    "work"),
            rule("i(?:'m| am) an? (?!bit\\b|little\\b|lot\\b|few\\b|while\\b)\\p{L}.*", 0.6),
            rule(
                    "i (?:really |absolutely |also"
                            + " )?(?:like|love|prefer|enjoy|adore|hate|dislike|detest|always|never|usually)\\b.*",
                    0.6),
            rule("i (?:do not|don'?t) (?:like|enjoy|want to be)\\b.*", 0.6),
            rule("my favou?rite (?<thing>\\p{L}[\\p{L} '-]{0,40}?) (?:is|are) .*", 0.6, "favourite"),
            rule("my favou?rite .* (?:is|are) .*", 0.6),
            rule(
                    "my (?:wife|husband|partner|girlfriend|boyfriend|son|daughter|child|children|kids?|mother|father|mom|mum|dad|parents?|brother|sister|dog|cat|pet|boss|manager|team|company|car|phone"
                        + " number|email|e-mail|time ?zone|language|pronouns)\\b.*"
                        + " (?:is|are|has|have|was|were|works?|lives?)\\b.*",
                    0.6),
            rule(
                    "i have (?:an?|one|two|three|four|five|\\d+|no) (?:\\w+"
                            + " ){0,3}(?:wife|husband|partner|son|daughter|child|children|kids?"
                            + "|brothers?|sisters?|dogs?|cats?|pets?|cars?)\\b.*",
                    0.6),
            rule(
                    "i(?:'m| am) (?:married|divorced|single|engaged|pregnant|retired|learning|studying|training)\\b.*",
                    0.6),
            rule("i (?:speak|study|studied|play|use|own|drive|run)\\b .*", 0.5));

    private FactRules() {}

    /** There is one favourite of each kind. */
    private static Optional<String> topic(Rule rule, String said) {
        Matcher matcher = rule.pattern().matcher(said);
        return rule.topic()
                .map(topic -> rule.pattern().namedGroups().containsKey(THING) && matcher.matches()
                        ? topic + " " + matcher.group(THING).toLowerCase(Locale.ROOT)
                        : topic);
    }

    private record Rule(Pattern pattern, double importance, Optional<String> topic) {}

    private static Rule rule(String pattern, double importance) {
        return new Rule(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), importance, Optional.empty());
    }

    private static Rule rule(String pattern, double importance, String topic) {
        return new Rule(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), importance, Optional.of(topic));
    }

    /** The facts of a message in order, at most {@value #MOST}, without repeats. */
    static List<StatedFact> in(String message) {
        String text = message.length() > MOST_CHARACTERS ? message.substring(0, MOST_CHARACTERS) : message;
        List<StatedFact> facts = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (String sentence : ENDS.split(text.strip())) {
            for (StatedFact fact : stated(sentence.strip())) {
                if (facts.size() < MOST && known.add(Fingerprint.of(fact.content()))) {
                    facts.add(fact);
                }
            }
        }
        return List.copyOf(facts);
    }

    /** The facts of a sentence; facts on both sides of an {@code and} are separate. */
    private static List<StatedFact> stated(String sentence) {
        List<StatedFact> facts = new ArrayList<>();
        Optional<StatedFact> whole = of(sentence);
        if (whole.isEmpty()) {
            return facts;
        }
        String rest = sentence;
        Matcher joint = JOINTS.matcher(sentence);
        int from = 0;
        while (joint.find()) {
            Optional<StatedFact> left = of(sentence.substring(from, joint.start()));
            if (left.isPresent() && of(sentence.substring(joint.end())).isPresent()) {
                facts.add(left.get());
                from = joint.end();
                rest = sentence.substring(from);
            }
        }
        of(rest).ifPresent(facts::add);
        return facts;
    }

    private static Optional<StatedFact> of(String sentence) {
        String said = OPENING.matcher(sentence).replaceFirst("").replace('\u2019', '\'');
        if (said.length() > LONGEST
                || said.endsWith("?")
                || SUPPOSED.matcher(said).find()
                || SecretText.isIn(said)) {
            return Optional.empty();
        }
        return RULES.stream()
                .filter(rule -> rule.pattern().matcher(said).matches())
                .findFirst()
                .map(rule -> new StatedFact(said, rule.importance(), topic(rule, said)));
    }
}
