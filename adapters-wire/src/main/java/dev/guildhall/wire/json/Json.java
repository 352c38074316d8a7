package dev.guildhall.wire.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.Page;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The mappers of JSON: one for what clients send, one for what other servers, files and processes do. */
public final class Json {
    private static final int MAX_DEPTH = 100;
    private static final int MAX_DEPTH_OF_ANSWERS = 200;

    /** Longer numbers take too much time to read and to write. */
    private static final int MAX_DIGITS = 400;

    /** A string can be as long as the largest body. */
    private static final int MAX_TEXT = 32 * 1024 * 1024;

    /** Refuses names that an object has twice. */
    public static final ObjectMapper MAPPER = mapper(limits().maxNestingDepth(MAX_DEPTH))
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** Takes the last value of a name that an object has twice, and ignores fields that a record does not have. */
    public static final ObjectMapper LENIENT = mapper(
                    limits().maxNestingDepth(MAX_DEPTH_OF_ANSWERS).maxNumberLength(MAX_DIGITS))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private static final ObjectReader EXACT_OBJECT = MAPPER.readerFor(OBJECT);

    private Json() {}

    private static StreamReadConstraints.Builder limits() {
        return StreamReadConstraints.builder().maxStringLength(MAX_TEXT);
    }

    /** Uses a pool of buffers: the library's default keeps buffers in threads, which virtual threads cannot reuse. */
    private static JsonMapper.Builder mapper(StreamReadConstraints.Builder limits) {
        return JsonMapper.builder(JsonFactory.builder()
                        .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
                        .streamReadConstraints(limits.build())
                        .build())
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES);
    }

    public static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException bug) {
            throw new IllegalStateException("a JSON record cannot be written", bug);
        }
    }

    /** The JSON text of a record, on one line. */
    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException bug) {
            throw new IllegalStateException("a JSON record cannot be written", bug);
        }
    }

    /** A page of a list: the items under the name of their kind, and {@code nextCursor}, which is null on the last page. */
    public static <T> Map<String, @Nullable Object> page(String name, Page<T> page, Function<T, ?> item) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put(name, page.items().stream().map(item).toList());
        json.put("nextCursor", page.next().map(Cursor::encode).orElse(null));
        return json;
    }

    /** All items of a list under the name of their kind. */
    public static <T> Map<String, List<?>> list(String name, List<T> items, Function<T, ?> item) {
        return Map.of(name, items.stream().map(item).toList());
    }

    /** An amount of money as an exact number without an exponent; null when there is none. */
    public static @Nullable BigDecimal amount(Optional<BigDecimal> amount) {
        return amount.map(BigDecimal::stripTrailingZeros)
                .map(BigDecimal::toPlainString)
                .map(BigDecimal::new)
                .orElse(null);
    }

    /** Plain JDK values of a tree; integers as Integer, Long or BigInteger, others as {@link JsonData#number} says. */
    @SuppressWarnings("NullAway") // Null is a value of JSON.
    static Object plain(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> plainObject(node);
            case ARRAY -> {
                List<Object> items = new ArrayList<>(node.size());
                node.forEach(item -> items.add(plain(item)));
                yield items;
            }
            case STRING -> node.textValue();
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> node.isBigDecimal() ? JsonData.number(node.decimalValue()) : node.numberValue();
            case NULL, MISSING, BINARY, POJO -> null;
        };
    }

    static Map<String, Object> plainObject(JsonNode object) {
        Map<String, Object> members = new LinkedHashMap<>();
        object.properties().forEach(member -> members.put(member.getKey(), plain(member.getValue())));
        return members;
    }

    /**
     * Parses a text that is a JSON object, with exact numbers: fractions are BigDecimal. Empty when the text is
     * anything else.
     */
    public static Optional<Map<String, Object>> object(String text) {
        try {
            return Optional.ofNullable(EXACT_OBJECT.readValue(text));
        } catch (JsonProcessingException | NumberFormatException malformed) {
            return Optional.empty();
        }
    }

    /** ISO 8601 in UTC with milliseconds and {@code Z} (general-6). */
    public static String timestamp(Instant instant) {
        return Timestamps.text(instant);
    }
}
