package dev.guildhall.persistence.db;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.guildhall.ports.JsonData;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes plain JDK values as JSON text and reads them back; members keep their order. A tool's output may contain a NUL
 * or half of a surrogate pair, which PostgreSQL does not store as text, so all characters except ASCII are escaped.
 */
public final class StoredJson {
    /** Everything that was stored must be readable, so the limits for documents of clients do not apply. */
    private static final StreamReadConstraints OUR_OWN = StreamReadConstraints.builder()
            .maxStringLength(Integer.MAX_VALUE)
            .maxNumberLength(Integer.MAX_VALUE)
            .build();

    private static final JsonMapper JSON = JsonMapper.builder(
                    JsonFactory.builder().streamReadConstraints(OUR_OWN).build())
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};
    private static final TypeReference<List<Map<String, Object>>> OBJECTS = new TypeReference<>() {};

    private static final TypeReference<List<String>> TEXTS = new TypeReference<>() {};

    private StoredJson() {}

    /** @throws IllegalArgumentException for a number that JSON cannot express */
    public static String write(Object value) {
        requireFinite(value);
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException unwritable) {
            throw new IllegalArgumentException("a value cannot be written as JSON", unwritable);
        }
    }

    /** The library would write NaN and infinity as strings, which are read back as other values. */
    private static void requireFinite(Object value) {
        switch (value) {
            case Double number
            when !Double.isFinite(number) -> throw new IllegalArgumentException("JSON has no number " + number);
            case Float number
            when !Float.isFinite(number) -> throw new IllegalArgumentException("JSON has no number " + number);
            case List<?> list -> list.forEach(StoredJson::requireFinite);
            case Map<?, ?> map -> map.values().forEach(StoredJson::requireFinite);
            case null, default -> {}
        }
    }

    public static Map<String, Object> readObject(String json) {
        return object(read(json, OBJECT));
    }

    public static List<Map<String, Object>> readObjects(String json) {
        return read(json, OBJECTS).stream().map(StoredJson::object).toList();
    }

    public static List<String> readTexts(String json) {
        return read(json, TEXTS);
    }

    private static <T> T read(String json, TypeReference<T> type) {
        try {
            return JSON.readValue(json, type);
        } catch (JsonProcessingException unreadable) {
            throw new IllegalStateException("a stored value cannot be read", unreadable);
        }
    }

    public static Map<String, Object> object(Map<?, ?> read) {
        Map<String, Object> object = new LinkedHashMap<>();
        read.forEach((name, value) -> object.put(String.valueOf(name), plain(value)));
        return object;
    }

    private static Object plain(Object read) {
        return switch (read) {
            case Map<?, ?> map -> object(map);
            case List<?> list -> list.stream().map(StoredJson::plain).collect(Collectors.toCollection(ArrayList::new));
            case BigDecimal decimal -> JsonData.number(decimal);
            case null, default -> read;
        };
    }
}
