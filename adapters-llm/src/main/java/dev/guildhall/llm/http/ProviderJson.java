package dev.guildhall.llm.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Optional;

/** Reads and writes the protocols, whose fields are in snake case. Thread-safe. */
public final class ProviderJson {
    /** Null is not written; numbers keep their digits; what is not known is passed over. */
    public static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .recyclerPool(JsonRecyclerPools.newBoundedPool(Limits.PARSER_BUFFERS))
                    .build())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final ObjectReader TREES = MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static final char REPLACEMENT = '\uFFFD';

    private ProviderJson() {}

    /**
     * Reads one form of JSON token by token.
     *
     * @param <T> what it reads
     */
    public interface Form<T> {
        /** Reads the value that the parser stands before, and nothing behind it. */
        T read(JsonParser json) throws IOException;
    }

    /**
     * Reads what the provider wrote. Bytes that are no UTF-8 become replacement characters, as elsewhere on the web; the
     * parser refuses them, so that what it refused for them is decoded apart, and nothing else costs more.
     *
     * @param form is called again then
     */
    public static <T> T read(Slice json, Form<T> form) throws IOException {
        try {
            return whole(MAPPER.createParser(json.array(), json.from(), json.length()), form);
        } catch (UnreadableAnswer unreadable) {
            String replaced = json.toString();
            if (replaced.indexOf(REPLACEMENT) < 0) {
                throw unreadable;
            }
            return whole(MAPPER.createParser(replaced), form);
        }
    }

    /** Reads what the provider wrote into a record. */
    public static <T> T read(Slice json, Class<T> type) throws IOException {
        return read(json, parser -> value(parser, type));
    }

    /** Where a record is expected, null is none. */
    private static <T> T value(JsonParser json, Class<T> type) throws IOException {
        Optional<T> value = Optional.ofNullable(MAPPER.readValue(json, type));
        return value.orElseThrow(() -> new UnreadableAnswer("the provider's answer is null"));
    }

    /** The value that the parser stands at, whatever it is. */
    public static JsonNode tree(JsonParser json) throws IOException {
        return TREES.readTree(json);
    }

    private static <T> T whole(JsonParser parser, Form<T> form) throws IOException {
        try (parser) {
            T value = form.read(parser);
            if (parser.nextToken() != null) {
                throw new UnreadableAnswer("the provider's answer has something behind its end");
            }
            return value;
        } catch (JsonProcessingException garbage) {
            throw new UnreadableAnswer("the provider's answer is not the JSON that was expected");
        }
    }

    /** Writes what came through the ports, which is always data that JSON knows. */
    public static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw unwritable(impossible);
        }
    }

    static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException impossible) {
            throw unwritable(impossible);
        }
    }

    private static IllegalStateException unwritable(JsonProcessingException impossible) {
        return new IllegalStateException("a request could not be written as JSON", impossible);
    }
}
