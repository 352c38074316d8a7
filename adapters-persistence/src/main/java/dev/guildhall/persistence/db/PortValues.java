package dev.guildhall.persistence.db;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.argument.ArgumentFactory;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.generic.GenericTypes;
import org.jdbi.v3.core.mapper.ColumnMapperFactory;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.RowMapperFactory;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/**
 * Binds values of the ports to parameters and reads them from columns: a record whose only component is the text {@code
 * value}, such as an identifier, is its text, and an enum with wire names is its wire name. A collection of these or of
 * texts is an array of text. Reads the other records of the ports from rows.
 */
final class PortValues {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();
    private static final Map<Type, String> ARRAYS = Map.of(
            String[].class, "text",
            Integer[].class, "integer",
            Long[].class, "bigint",
            Boolean[].class, "boolean");

    private static final ClassValue<Optional<MethodHandle>> WRITERS = search(
            of -> LOOKUP.findVirtual(of, of.isEnum() ? "wireName" : "value", MethodType.methodType(String.class)));
    private static final ClassValue<Optional<MethodHandle>> READERS = search(of -> of.isEnum()
            ? LOOKUP.unreflect(of.getMethod("fromWire", String.class))
            : LOOKUP.findConstructor(of, MethodType.methodType(void.class, String.class)));
    private static final ClassValue<RowMapper<?>> RECORDS = new ClassValue<>() {
        @Override
        protected RowMapper<?> computeValue(Class<?> type) {
            return ConstructorMapper.of(canonicalConstructor(type));
        }

        private Constructor<?> canonicalConstructor(Class<?> type) {
            Class<?>[] components = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new);
            try {
                return type.getDeclaredConstructor(components);
            } catch (NoSuchMethodException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    };

    private PortValues() {}

    /** The factories of arguments are preparable because Jdbi's own are, and Jdbi asks preparable factories first. */
    static void register(Jdbi jdbi) {
        jdbi.registerArgument((ArgumentFactory.Preparable) (type, _) ->
                Optional.ofNullable(ARRAYS.get(type)).map(name -> column -> array(name, (Object[]) column)));
        jdbi.registerArgument((ArgumentFactory.Preparable) (type, _) -> Optional.of(GenericTypes.getErasedType(type))
                .filter(Collection.class::isAssignableFrom)
                .map(_ -> values -> array("text", texts((Collection<?>) values))));
        jdbi.registerArgument((ArgumentFactory.Preparable)
                (type, _) -> handle(WRITERS, type).map(writer -> value -> text(writer, value)));
        jdbi.registerArgument(new Instants());
        jdbi.registerColumnMapper(Instant.class, (row, column, _) -> {
            @Nullable OffsetDateTime moment = row.getObject(column, OffsetDateTime.class);
            return moment == null ? null : moment.toInstant();
        });
        jdbi.registerColumnMapper((ColumnMapperFactory) (type, _) ->
                handle(READERS, type).map(reader -> (row, column, _) -> read(reader, row.getString(column))));
        jdbi.registerRowMapper((RowMapperFactory) (type, _) -> type instanceof Class<?> record
                        && isOfPorts(record)
                        && record.isRecord()
                ? Optional.of(record).filter(of -> READERS.get(of).isEmpty()).map(RECORDS::get)
                : Optional.empty());
    }

    /**
     * Binds an array as an SQL array of its element type, which the driver sends in binary. Jdbi itself would bind an
     * array of objects, which the driver sends as text and the server parses element by element.
     */
    private static Argument array(String type, Object @Nullable [] column) {
        return (position, statement, _) -> statement.setArray(
                position, column == null ? null : statement.getConnection().createArrayOf(type, column));
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

    private static String @Nullable [] texts(@Nullable Collection<?> values) {
        if (values == null) {
            return null;
        }
        return values.stream()
                .map(value -> value instanceof String text
                        ? text
                        : (String) convert(WRITERS.get(value.getClass()).orElseThrow(), value))
                .toArray(String[]::new);
    }

    private interface Search {
        MethodHandle in(Class<?> type) throws ReflectiveOperationException;
    }

    private static ClassValue<Optional<MethodHandle>> search(Search search) {
        return new ClassValue<>() {
            @Override
            protected Optional<MethodHandle> computeValue(Class<?> type) {
                try {
                    return isOfPorts(type) ? Optional.of(search.in(type)) : Optional.empty();
                } catch (ReflectiveOperationException noText) {
                    return Optional.empty();
                }
            }
        };
    }

    private static boolean isOfPorts(Class<?> type) {
        return type.getName().startsWith("dev.guildhall.ports.");
    }

    private static Optional<MethodHandle> handle(ClassValue<Optional<MethodHandle>> handles, Type type) {
        return type instanceof Class<?> known ? handles.get(known) : Optional.empty();
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
