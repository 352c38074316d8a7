package dev.guildhall.http.json;

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
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The JSON mapper of all services. Thread-safe. */
public final class Json {
    private static final int MAX_DEPTH = 100;
    /** Uses a pool of buffers: the library's default keeps buffers in threads, which virtual threads cannot reuse. */
    public static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private static final ObjectReader EXACT_OBJECT =
            MAPPER.readerFor(OBJECT).with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private Json() {}

    /** The JSON bytes of a record. */
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

    /** Plain JDK values of a tree; integers as Integer, Long or BigInteger, other numbers as Double. */
    static Object plain(JsonNode node) {
        return MAPPER.convertValue(node, Object.class);
    }

    /** Plain JDK values of an object. */
    static Map<String, Object> plainObject(JsonNode object) {
        return MAPPER.convertValue(object, OBJECT);
    }

    /**
     * Parses a text that is a JSON object, with exact numbers: fractions are BigDecimal. Empty when the text is
     * anything else.
     */
    public static Optional<Map<String, Object>> object(String text) {
        try {
            return Optional.ofNullable(EXACT_OBJECT.readValue(text));
        } catch (JsonProcessingException malformed) {
            return Optional.empty();
        }
    }

    /** ISO 8601 in UTC with milliseconds and {@code Z} (contract 0). */
    public static String timestamp(Instant instant) {
        return Timestamps.text(instant);
    }
}
