package dev.guildhall.integrations.schema;

import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import java.util.List;
import java.util.Map;

/**
 * Counts the keywords that a check evaluates. A schema of forty lines, each of which refers twice to the next one,
 * expands to a million million keywords. For one check, and one thread.
 */
final class SchemaSteps extends ExecutionContext {
    /** The largest number of keywords of a schema, whatever the checked value is. */
    static final long MOST = 50_000;

    /** The largest number of further keywords for each part of the checked value. */
    static final long MOST_OF_VALUE = 64;

    private long left;

    SchemaSteps(ExecutionConfig config, Object value) {
        super(config);
        left = MOST + MOST_OF_VALUE * valuesIn(value);
    }

    private static long valuesIn(Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                1 + map.values().stream().mapToLong(SchemaSteps::valuesIn).sum();
            case List<?> list ->
                1 + list.stream().mapToLong(SchemaSteps::valuesIn).sum();
            case null, default -> 1;
        };
    }

    @Override
    public void evaluationPathAddLast(String keyword) {
        take();
        super.evaluationPathAddLast(keyword);
    }

    @Override
    public void evaluationPathAddLast(int index) {
        take();
        super.evaluationPathAddLast(index);
    }

    private void take() {
        left--;
        if (left < 0) {
            throw new SchemaTooLarge();
        }
    }

    /** The expanded schema has more keywords than the limit. */
    static final class SchemaTooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SchemaTooLarge() {
            super("the expanded schema is too large", null, false, false);
        }
    }
}
