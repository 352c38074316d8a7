package dev.guildhall.integrations.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/** Reads the fields of a JSON object with their required types. Immutable. */
final class ResponseFields {
    private final JsonNode node;

    private ResponseFields(JsonNode node) {
        this.node = node;
    }

    /** Malformed JSON. It has no stack trace: the fault is in another server's response. */
    static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message, null, false, false);
        }
    }

    /** Reads a whole document; throws {@link Malformed} when it is not JSON, or not of the required form. */
    static <T> T read(byte[] json, Function<ResponseFields, T> reading) {
        try {
            return reading.apply(new ResponseFields(Json.LENIENT.readTree(json)));
        } catch (IOException noJson) {
            throw new Malformed("no JSON");
        } catch (Refusal unfit) {
            throw new Malformed(unfit.problem().message());
        } catch (DateTimeException | IllegalArgumentException unfit) {
            throw new Malformed(String.valueOf(unfit.getMessage()));
        }
    }

    /** The document itself, which must be a text. */
    String text() {
        if (!node.isTextual()) {
            throw new Malformed("no text");
        }
        return node.textValue();
    }

    String text(String name) {
        return optional(name).orElseThrow(() -> new Malformed("no " + name)).text();
    }

    Optional<String> optionalText(String name) {
        return optional(name).map(ResponseFields::text);
    }

    Instant time(String name) {
        return Instant.parse(text(name));
    }

    Optional<Instant> optionalTime(String name) {
        return optionalText(name).map(Instant::parse);
    }

    Duration millis(String name) {
        return Duration.ofMillis(number(name));
    }

    long number(String name) {
        return required(name, JsonNode::isNumber, "number").longValue();
    }

    int integer(String name) {
        return Math.toIntExact(number(name));
    }

    double fraction(String name) {
        return required(name, JsonNode::isNumber, "number").doubleValue();
    }

    BigDecimal amount(String name) {
        return required(name, JsonNode::isNumber, "number").decimalValue();
    }

    boolean flag(String name) {
        return required(name, JsonNode::isBoolean, "flag").booleanValue();
    }

    private JsonNode required(String name, Predicate<JsonNode> kind, String what) {
        return optional(name)
                .map(found -> found.node)
                .filter(kind)
                .orElseThrow(() -> new Malformed("no " + what + " " + name));
    }

    /** The state with that JSON name; the names of states are in lower case. */
    <E extends Enum<E>> E state(String name, E[] states) {
        String text = text(name);
        return Arrays.stream(states)
                .filter(state -> state.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> new Malformed("unknown " + name));
    }

    Optional<ResponseFields> optional(String name) {
        return Optional.ofNullable(node.get(name))
                .filter(found -> !found.isNull())
                .map(ResponseFields::new);
    }

    <T> List<T> list(String name, Function<ResponseFields, T> item) {
        return StreamSupport.stream(required(name, JsonNode::isArray, "list").spliterator(), false)
                .map(ResponseFields::new)
                .map(item)
                .toList();
    }

    /** A field as plain JDK values. */
    Object value(String name) {
        return Json.LENIENT.convertValue(
                optional(name).orElseThrow(() -> new Malformed("no " + name)).node, Object.class);
    }

    /** The document itself as plain JDK values, which must be an object. */
    Map<?, ?> map() {
        return Json.LENIENT.convertValue(node, Map.class);
    }

    /** An object as plain JDK values. */
    Map<String, Object> map(String name) {
        if (value(name) instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .collect(
                            LinkedHashMap::new,
                            (all, one) -> all.put(String.valueOf(one.getKey()), one.getValue()),
                            Map::putAll);
        }
        throw new Malformed("no object " + name);
    }
}
