package dev.guildhall.testkit;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.schedule.CronFields;
import dev.guildhall.ports.schedule.CronParser;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads cron expressions of {@code *}, steps of it, and lists of numbers. */
public final class PlainCron implements CronParser {
    private static final int FIELDS = 5;
    private static final String EVERY = "*/";

    /** A parser. */
    public PlainCron() {}

    @Override
    public CronFields parse(String expression) {
        List<String> texts = List.of(expression.split(" ", -1));
        if (texts.size() != FIELDS) {
            throw Refusal.invalid("cron", "must have five fields");
        }
        return new CronFields(
                values(texts.get(0), 0, 59),
                values(texts.get(1), 0, 23),
                values(texts.get(2), 1, 31),
                values(texts.get(3), 1, 12),
                values(texts.get(4), 0, 6),
                texts.get(0).startsWith("*") || texts.get(1).startsWith("*"),
                !texts.get(2).startsWith("*") && !texts.get(4).startsWith("*"));
    }

    private static Set<Integer> values(String text, int least, int most) {
        try {
            int step = text.startsWith(EVERY) ? Integer.parseInt(text.substring(EVERY.length())) : 1;
            Stream<Integer> values = text.startsWith("*")
                    ? IntStream.rangeClosed(least, most)
                            .filter(value -> (value - least) % step == 0)
                            .boxed()
                    : Stream.of(text.split(",", -1)).map(Integer::valueOf);
            return values.collect(Collectors.toSet());
        } catch (NumberFormatException malformed) {
            throw Refusal.invalid("cron", "must have numbers");
        }
    }
}
