package dev.guildhall.wire.http;

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
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.guildhall.wire.json.JsonNames;
import dev.guildhall.wire.sse.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads and writes the JSON of providers, whose fields are in snake case. */
public final class ProviderJson {
    /** Omits null, keeps all digits of numbers, and ignores unknown fields. */
    public static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .recyclerPool(JsonRecyclerPools.newBoundedPool(Limits.PARSER_BUFFERS))
                    .build())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final ObjectReader TREES = MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static final char REPLACEMENT = '\uFFFD';

    private ProviderJson() {}

    /**
     * Reads one type of value token by token.
     *
     * @param <T> the type
     */
    public interface Form<T> {
        /** Reads the next value of the parser, and nothing after it. */
        T read(JsonParser json) throws IOException;
    }

    /**
     * Reads JSON of a provider. Bytes that are not UTF-8 become replacement characters, as in browsers, and halves of
     * surrogate pairs in names become NUL. The parser refuses both: only then the text is repaired and parsed again.
     *
     * @param form may be called a second time
     */
    public static <T> T read(Slice json, Form<T> form) throws IOException {
        try {
            return whole(MAPPER.createParser(json.array(), json.from(), json.length()), form);
        } catch (UnreadableAnswer unreadable) {
            String text = json.toString();
            Optional<byte[]> repaired = JsonNames.withoutHalves(text.getBytes(StandardCharsets.UTF_8));
            if (repaired.isPresent()) {
                return whole(MAPPER.createParser(repaired.get()), form);
            }
            if (text.indexOf(REPLACEMENT) < 0) {
                throw unreadable;
            }
            return whole(MAPPER.createParser(text), form);
        }
    }

    public static <T> T read(Slice json, Class<T> type) throws IOException {
        return read(json, parser -> value(parser, type));
    }

    /** JSON null is not a record. */
    private static <T> T value(JsonParser json, Class<T> type) throws IOException {
        Optional<T> value = Optional.ofNullable(MAPPER.readValue(json, type));
        return value.orElseThrow(() -> new UnreadableAnswer("the provider's answer is null"));
    }

    /** The current value of the parser, of any type. */
    public static JsonNode tree(JsonParser json) throws IOException {
        return TREES.readTree(json);
    }

    private static <T> T whole(JsonParser parser, Form<T> form) throws IOException {
        try (parser) {
            T value = form.read(parser);
            if (parser.nextToken() != null) {
                throw new UnreadableAnswer("the provider's answer has something after its end");
            }
            return value;
        } catch (JsonProcessingException garbage) {
            throw new UnreadableAnswer("the provider's answer is not the JSON that was expected");
        }
    }

    /** Writes a value that came through the ports, which JSON can always express. */
    public static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw unwritable(impossible);
        }
    }

    public static byte[] bytes(Object value) {
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
