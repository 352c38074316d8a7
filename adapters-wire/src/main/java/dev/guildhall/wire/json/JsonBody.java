package dev.guildhall.wire.json;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A JSON object that is read field by field. Faults are collected; {@link #check()} refuses them all at once. Unknown
 * fields are ignored, and null means absent (general-7), except in {@link #change} and {@link #replacement}. Confined to its request.
 */
public final class JsonBody {
    private static final String NOT_READ = "a field was used before the body was checked";

    /** How many characters are decoded at once. */
    private static final int DECODED = 8 * 1024;

    private final JsonNode object;
    private final String prefix;
    private final List<Violation> violations = new ArrayList<>();
    private final Set<String> read = new HashSet<>();

    JsonBody(JsonNode object, String prefix) {
        this.object = object;
        this.prefix = prefix;
    }

    /** Reads a request's body; refuses with {@code CommonProblem.Invalid} naming {@code body}. */
    public static JsonBody parse(byte[] bytes) {
        JsonNode node = tree(bytes);
        if (!node.isObject()) {
            throw Refusal.invalid("body", "must be a JSON object");
        }
        return new JsonBody(node, "");
    }

    /** Reads JSON of any kind; refuses with {@code CommonProblem.Invalid} naming {@code body}. */
    public static JsonNode tree(byte[] bytes) {
        try {
            requireUtf8(bytes);
            return read(bytes);
        } catch (BodyParser.TooManyValues tooMany) {
            throw Refusal.invalid("body", "has more than " + BodyParser.MOST_TOKENS + " values and names");
        } catch (StreamConstraintsException tooMuch) {
            throw Refusal.invalid(
                    "body", "goes beyond 100 levels, 1000 digits of a number, or 50000 characters of a name");
        } catch (JsonProcessingException malformed) {
            String fault = String.valueOf(malformed.getOriginalMessage()).startsWith("Duplicate")
                    ? "names a field twice"
                    : "is not well-formed JSON";
            String where = malformed.getLocation() == null
                    ? ""
                    : " (line " + malformed.getLocation().getLineNr() + ", column "
                            + malformed.getLocation().getColumnNr() + ")";
            throw Refusal.invalid("body", fault + where);
        } catch (NumberFormatException outOfRange) {
            // Jackson throws it, undeclared, when an exponent is out of every range.
            throw Refusal.invalid("body", "has a number that is out of range");
        } catch (CharacterCodingException notUtf8) {
            throw Refusal.invalid("body", "is not JSON in UTF-8");
        } catch (IOException impossible) {
            throw new UncheckedIOException("bytes in memory cannot be read", impossible);
        }
    }

    /** The library refuses halves of surrogate pairs in names, and says so as of any other fault. */
    private static JsonNode read(byte[] bytes) throws IOException {
        try {
            return Json.MAPPER.readTree(new BodyParser(bytes));
        } catch (JsonParseException fault) {
            byte[] whole = JsonNames.withoutHalves(bytes).orElseThrow(() -> fault);
            return Json.MAPPER.readTree(new BodyParser(whole));
        }
    }

    /** The library would guess at other encodings, and accept byte sequences that UTF-8 forbids. */
    private static void requireUtf8(byte[] bytes) throws CharacterCodingException {
        BodyEncoding.requireUtf8(bytes);
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(Math.min(bytes.length, DECODED) + 1);
        CoderResult result = CoderResult.OVERFLOW;
        while (result.isOverflow()) {
            result = decoder.decode(in, out.clear(), true);
        }
        if (result.isError()) {
            result.throwException();
        }
    }

    public <T> Supplier<T> required(String field, RequestReader<T> reader) {
        Optional<T> value = read(field, reader);
        if (value.isEmpty() && isAbsent(field)) {
            violations.add(new Violation(prefix + field, "is required"));
        }
        return () -> value.orElseThrow(() -> new IllegalStateException(NOT_READ));
    }

    /** Reads a required field now, which refuses the faults that were found until now. */
    public <T> T checked(String field, RequestReader<T> reader) {
        Supplier<T> value = required(field, reader);
        check();
        return value.get();
    }

    public Supplier<OptionalDouble> number(String field, RequestReader<Double> reader) {
        Optional<Double> value = read(field, reader);
        return () -> value.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
    }

    public Supplier<OptionalInt> integer(String field, RequestReader<Integer> reader) {
        Optional<Integer> value = read(field, reader);
        return () -> value.map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    public <T> Supplier<Optional<T>> optional(String field, RequestReader<T> reader) {
        Optional<T> value = read(field, reader);
        return () -> value;
    }

    public <T> Supplier<T> optional(String field, RequestReader<T> reader, T absent) {
        Optional<T> value = read(field, reader);
        return () -> value.orElse(absent);
    }

    /**
     * A field of a partial update whose value may be deleted. Only here null differs from absent: absent leaves the
     * field unchanged, null deletes its value (RFC 7396).
     */
    public <T> Supplier<Change<T>> change(String field, RequestReader<T> reader) {
        if (object.path(field).isNull()) {
            return Change.Cleared::new;
        }
        Optional<T> value = read(field, reader);
        return () -> value.<Change<T>>map(Change.Replaced::new).orElseGet(Change.Kept::new);
    }

    /** A field of a partial update that always has a value: absent leaves it unchanged, null is refused. */
    public <T> Supplier<Optional<T>> replacement(String field, RequestReader<T> reader) {
        if (object.path(field).isNull()) {
            violations.add(new Violation(prefix + field, "must not be null"));
        }
        return optional(field, reader);
    }

    /** Whether the object has a field of that name that is not null. */
    public boolean has(String field) {
        return !isAbsent(field);
    }

    /** The path of a field of this object in the whole body. */
    public String path(String field) {
        return prefix + field;
    }

    /** The paths of the fields that were not read until now, apart from these and null, in the order of the body. */
    public List<String> unread(String... others) {
        read.addAll(List.of(others));
        return object.properties().stream()
                .filter(field -> !field.getValue().isNull() && !read.contains(field.getKey()))
                .map(field -> prefix + field.getKey())
                .toList();
    }

    /** Refuses the faults that were found until now with {@code CommonProblem.Invalid}. */
    public void check() {
        RequestReader.refuse(violations);
    }

    private <T> Optional<T> read(String field, RequestReader<T> reader) {
        read.add(field);
        return isAbsent(field)
                ? Optional.empty()
                : RequestReader.read(reader, object.get(field), prefix + field, violations);
    }

    private boolean isAbsent(String field) {
        return !object.hasNonNull(field);
    }
}
