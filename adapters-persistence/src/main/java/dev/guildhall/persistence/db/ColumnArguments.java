package dev.guildhall.persistence.db;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.argument.ArgumentFactory;
import org.jdbi.v3.core.config.ConfigRegistry;

/**
 * Binds an array as an SQL array of its element type, which the driver sends in binary. Jdbi itself would bind an array
 * of objects, which the driver sends as text and the server parses element by element. This factory is preparable
 * because Jdbi's own is, and Jdbi asks preparable factories first.
 */
final class ColumnArguments implements ArgumentFactory.Preparable {
    private static final Map<Type, String> TYPES = Map.of(
            String[].class, "text",
            Integer[].class, "integer",
            Long[].class, "bigint",
            Boolean[].class, "boolean");

    @Override
    public Optional<Function<Object, Argument>> prepare(Type type, ConfigRegistry config) {
        return Optional.ofNullable(TYPES.get(type)).map(name -> column -> argument(name, (Object[]) column));
    }

    private static Argument argument(String type, Object[] column) {
        return (position, statement, context) ->
                statement.setArray(position, statement.getConnection().createArrayOf(type, column));
    }
}
