package dev.guildhall.core.memory;

import dev.guildhall.core.json.JsonReader;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the facts that a model has found. An answer in another format contains no facts: a model that ignores the
 * format has not understood the task either. Facts with a secret are left out.
 */
final class FactReading {
    /** Topics that have only one fact at a time, as in {@link FactRules}. */
    static final Set<String> TOPICS = Set.of("name", "age", "birth", "home", "origin", "work");

    private static final int LONGEST = 300;
    private static final double USUAL = 0.6;
    private static final Pattern FENCED = Pattern.compile("^```(?:json)?\\s*\\n(.*)\\n```$", Pattern.DOTALL);

    private FactReading() {}

    /** The facts without repeats, no more than the rules find in a message; empty when the answer is malformed. */
    static Optional<List<StatedFact>> of(String answer) {
        Matcher fenced = FENCED.matcher(answer.strip());
        Optional<Object> items = JsonReader.object(fenced.matches() ? fenced.group(1) : answer)
                .flatMap(object -> Optional.ofNullable(object.get("facts")));
        if (items.isEmpty() || !(items.get() instanceof List<?> list)) {
            return Optional.empty();
        }
        List<StatedFact> facts = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (Object item : list) {
            Optional<StatedFact> fact = fact(item);
            if (fact.isEmpty()) {
                return Optional.empty();
            }
            if (!SecretText.isIn(fact.get().content())
                    && known.add(Fingerprint.of(fact.get().content()))) {
                facts.add(fact.get());
            }
        }
        return Optional.of(facts.stream().limit(FactRules.MOST).toList());
    }

    private static Optional<StatedFact> fact(Object item) {
        if (!(item instanceof Map<?, ?> fields) || !(fields.get("fact") instanceof String words)) {
            return Optional.empty();
        }
        Optional<Object> topic = Optional.ofNullable(fields.get("topic"));
        Optional<Object> importance = Optional.ofNullable(fields.get("importance"));
        boolean formed = topic.filter(some -> !(some instanceof String name && TOPICS.contains(name)))
                        .isEmpty()
                && importance.filter(some -> !isShare(some)).isEmpty();
        return formed
                ? line(words)
                        .map(line -> fact(
                                line,
                                importance
                                        .map(some -> ((BigDecimal) some).doubleValue())
                                        .orElse(USUAL),
                                topic.map(String::valueOf)))
                : Optional.empty();
    }

    /** The rules know more topics than the model is asked for, such as whether the user likes a thing. */
    private static StatedFact fact(String line, double importance, Optional<String> topic) {
        return FactRules.of(line)
                .filter(known -> known.topic().isPresent())
                .map(known -> new StatedFact(line, importance, known.topic(), known.ended()))
                .orElseGet(() -> new StatedFact(line, importance, topic, Optional.empty()));
    }

    private static boolean isShare(Object value) {
        return value instanceof BigDecimal number && number.signum() >= 0 && number.compareTo(BigDecimal.ONE) <= 0;
    }

    private static Optional<String> line(String words) {
        try {
            return Optional.of(Text.requireLine("fact", words, 1, LONGEST));
        } catch (Refusal malformed) {
            return Optional.empty();
        }
    }
}
