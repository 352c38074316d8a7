package dev.guildhall.persistence.db;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.argument.ArgumentFactory;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.mapper.ColumnMapperFactory;
import org.jspecify.annotations.Nullable;

/**
 * Binds values of the ports to parameters and reads them from columns: a record whose only component is the text {@code
 * value}, such as an identifier, is its text, and an enum with wire names is its wire name.
 */
final class PortValues {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();
    private static final Map<Type, String> ARRAYS = Map.of(
            String[].class, "text",
            Integer[].class, "integer",
            Long[].class, "bigint",
            Boolean[].class, "boolean");

    private PortValues() {}

    /** The factories of arguments are preparable because Jdbi's own are, and Jdbi asks preparable factories first. */
    static void register(Jdbi jdbi) {
        jdbi.registerArgument((ArgumentFactory.Preparable) (type, _) ->
                Optional.ofNullable(ARRAYS.get(type)).map(name -> column -> array(name, (Object[]) column)));
        jdbi.registerArgument((ArgumentFactory.Preparable)
                (type, _) -> writer(type).map(writer -> value -> text(writer, value)));
        jdbi.registerArgument(new Instants());
        jdbi.registerColumnMapper(Instant.class, (row, column, _) -> {
            @Nullable OffsetDateTime moment = row.getObject(column, OffsetDateTime.class);
            return moment == null ? null : moment.toInstant();
        });
        jdbi.registerColumnMapper((ColumnMapperFactory) (type, _) ->
                reader(type).map(reader -> (row, column, _) -> read(reader, row.getString(column))));
    }

    /**
     * Binds an array as an SQL array of its element type, which the driver sends in binary. Jdbi itself would bind an
     * array of objects, which the driver sends as text and the server parses element by element.
     */
    private static Argument array(String type, Object[] column) {
        return (position, statement, _) ->
                statement.setArray(position, statement.getConnection().createArrayOf(type, column));
    }

    private static Argument text(MethodHandle writer, @Nullable Object value) {
        String text = value == null ? null : (String) convert(writer, value);
        return (position, statement, _) -> statement.setString(position, text);
    }

    private static @Nullable Object read(MethodHandle reader, @Nullable String text) {
        if (text == null) {
            return null;
        }
        Object value = convert(reader, text);
        return value instanceof Optional<?> known ? known.orElseThrow() : value;
    }

    private static Optional<MethodHandle> writer(Type type) {
        return find(
                type,
                of -> LOOKUP.findVirtual(of, of.isEnum() ? "wireName" : "value", MethodType.methodType(String.class)));
    }

    private static Optional<MethodHandle> reader(Type type) {
        return find(
                type,
                of -> of.isEnum()
                        ? LOOKUP.unreflect(of.getMethod("fromWire", String.class))
                        : LOOKUP.findConstructor(of, MethodType.methodType(void.class, String.class)));
    }

    private interface Search {
        MethodHandle in(Class<?> type) throws ReflectiveOperationException;
    }

    private static Optional<MethodHandle> find(Type type, Search search) {
        if (!(type instanceof Class<?> known) || !known.getName().startsWith("dev.guildhall.ports.")) {
            return Optional.empty();
        }
        try {
            return Optional.of(search.in(known));
        } catch (ReflectiveOperationException noText) {
            return Optional.empty();
        }
    }

    private static Object convert(MethodHandle conversion, Object value) {
        try {
            return conversion.invoke(value);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Binds an instant with the offset of UTC, so that the machine's time zone does not matter. */
    private static final class Instants extends AbstractArgumentFactory<Instant> {
        Instants() {
            super(Types.TIMESTAMP_WITH_TIMEZONE);
        }

        @Override
        protected Argument build(Instant moment, ConfigRegistry config) {
            return (position, statement, _) -> statement.setObject(position, moment.atOffset(ZoneOffset.UTC));
        }
    }
}
