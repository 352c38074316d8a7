package dev.guildhall.integrations.cron;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.field.CronField;
import com.cronutils.model.field.CronFieldName;
import com.cronutils.model.field.expression.Always;
import com.cronutils.model.field.expression.And;
import com.cronutils.model.field.expression.Between;
import com.cronutils.model.field.expression.Every;
import com.cronutils.model.field.expression.FieldExpression;
import com.cronutils.model.field.expression.On;
import com.cronutils.model.field.value.FieldValue;
import com.cronutils.model.field.value.IntegerFieldValue;
import com.cronutils.parser.CronParser;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.schedule.CronFields;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads expressions as crontab(5) has them with cron-utils. Its own times of execution are not used: they have no rule for fields
 * that begin with {@code *} when the clock changes.
 */
public final class CrontabParser implements dev.guildhall.ports.schedule.CronParser {
    private static final CronDefinition CRONTAB = CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX);
    private static final Pattern BLANKS = Pattern.compile("[ \\t]+");
    private static final List<String> NAMES = List.of("minute", "hour", "day of month", "month", "day of week");
    private static final int DAY = 2;
    private static final int WEEKDAY = 4;
    private static final int DAYS_OF_WEEK = 7;

    private final CronParser parser = new CronParser(CRONTAB);

    @Override
    public CronFields parse(String expression) {
        List<String> texts = List.of(BLANKS.split(expression.strip().toUpperCase(Locale.ROOT), -1));
        if (texts.size() != NAMES.size()) {
            throw Refusal.invalid("cron", "must have five fields: " + String.join(", ", NAMES));
        }
        Map<CronFieldName, CronField> fields = fields(String.join(" ", texts));
        return new CronFields(
                values(fields, CronFieldName.MINUTE, 0, 59),
                values(fields, CronFieldName.HOUR, 0, 23),
                values(fields, CronFieldName.DAY_OF_MONTH, 1, 31),
                values(fields, CronFieldName.MONTH, 1, 12),
                values(fields, CronFieldName.DAY_OF_WEEK, 0, DAYS_OF_WEEK).stream()
                        .map(day -> day % DAYS_OF_WEEK)
                        .collect(Collectors.toSet()),
                texts.get(0).startsWith("*") || texts.get(1).startsWith("*"),
                !texts.get(DAY).startsWith("*") && !texts.get(WEEKDAY).startsWith("*"));
    }

    private Map<CronFieldName, CronField> fields(String expression) {
        try {
            Cron cron = parser.parse(expression);
            return cron.retrieveFieldsAsMap();
        } catch (IllegalArgumentException malformed) {
            throw Refusal.invalid("cron", "is not valid: " + malformed.getMessage());
        }
    }

    private static Set<Integer> values(Map<CronFieldName, CronField> fields, CronFieldName name, int least, int most) {
        CronField field = fields.get(name);
        if (field == null) {
            throw malformed(name);
        }
        Set<Integer> values = values(field.getExpression(), new Range(name, least, most))
                .boxed()
                .collect(Collectors.toSet());
        if (values.isEmpty() || values.stream().anyMatch(value -> value < least || value > most)) {
            throw malformed(name);
        }
        return values;
    }

    private record Range(CronFieldName name, int least, int most) {}

    private static IntStream values(FieldExpression expression, Range all) {
        return switch (expression) {
            case Always _ -> IntStream.rangeClosed(all.least(), all.most());
            case On on -> IntStream.of(number(on.getTime(), all));
            case Between between -> IntStream.rangeClosed(number(between.getFrom(), all), number(between.getTo(), all));
            case And and -> and.getExpressions().stream().flatMapToInt(one -> values(one, all));
            case Every every -> stepped(every, all);
            default -> throw malformed(all.name());
        };
    }

    /** A step needs a range, as crontab(5) has it. */
    private static IntStream stepped(Every every, Range all) {
        int step = number(every.getPeriod(), all);
        if (step < 1 || every.getExpression() instanceof On) {
            throw malformed(all.name());
        }
        int[] range = values(every.getExpression(), all).toArray();
        return IntStream.range(0, range.length).filter(i -> i % step == 0).map(i -> range[i]);
    }

    private static int number(FieldValue<?> value, Range all) {
        if (value instanceof IntegerFieldValue number) {
            return number.getValue();
        }
        throw malformed(all.name());
    }

    private static Refusal malformed(CronFieldName name) {
        return Refusal.invalid(
                "cron",
                "the field " + name.name().toLowerCase(Locale.ROOT).replace('_', ' ')
                        + " must be *, numbers, names, ranges, or steps of a range");
    }
}
