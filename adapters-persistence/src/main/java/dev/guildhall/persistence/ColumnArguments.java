package dev.guildhall.persistence;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.argument.ArgumentFactory;
import org.jdbi.v3.core.config.ConfigRegistry;

/**
 * Binds arrays as what they are: the driver sends such in binary, and what has become an array of objects as text, which
 * is written and read element by element.
 */
final class ColumnArguments implements ArgumentFactory {
    private static final Map<Class<?>, String> TYPES = Map.of(
            String[].class, "text",
            Integer[].class, "integer",
            Long[].class, "bigint",
            Boolean[].class, "boolean");

    @Override
    public Optional<Argument> build(Type type, Object value, ConfigRegistry config) {
        return value instanceof Object[] column
                ? Optional.ofNullable(TYPES.get(column.getClass())).map(name -> argument(name, column))
                : Optional.empty();
    }

    private static Argument argument(String type, Object[] column) {
        return (position, statement, context) ->
                statement.setArray(position, statement.getConnection().createArrayOf(type, column));
    }
}
