package dev.guildhall.wire.completion;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.ProviderJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the usage of an answer whose bytes pass by, JSON or events: providers write it at the beginning or at the end, so
 * only these are kept, however long the answer is. For one answer; not thread-safe.
 */
public final class PassedUsage {
    private static final int KEPT = 8 * 1024;
    private static final int MOST_SECONDS = 1_000_000;
    private static final Pattern USAGE = Pattern.compile("(?<!\\\\)\"(?:usage|billed_units)\"\\s*:\\s*(?=\\{)");
    private static final Pattern DURATION =
            Pattern.compile("(?<!\\\\)\"duration\"\\s*:\\s*\"?(\\d{1,7}(?:\\.\\d{1,9})?)[\",}\\s]");

    private final byte[] head = new byte[KEPT];
    private final byte[] tail = new byte[KEPT];
    private long length;
    private long events;
    private byte last = '\n';

    /** The next bytes; their position stays. */
    public void pass(ByteBuffer bytes) {
        for (int i = bytes.position(); i < bytes.limit(); i++) {
            byte next = bytes.get(i);
            if (length < KEPT) {
                head[(int) length] = next;
            }
            tail[(int) (length % KEPT)] = next;
            length++;
            if (last == '\n' && next == 'd') {
                events++;
            }
            last = next;
        }
    }

    /** How many events have data: about the tokens of a text that came in events. */
    public long events() {
        return events;
    }

    /** The tokens; empty when the provider reports none. */
    public Optional<Usage> usage() {
        JsonNode usage = object();
        long prompt = first(usage, "prompt_tokens", "input_tokens");
        long completion = first(usage, "completion_tokens", "output_tokens");
        long total = first(usage, "total_tokens");
        if (prompt + completion + total == 0) {
            return Optional.empty();
        }
        Usage counted = prompt + completion == 0 ? new Usage(total, 0) : new Usage(prompt, completion);
        return Optional.of(counted.withParts(
                count(usage.path("prompt_tokens_details").path("cached_tokens")),
                0,
                count(usage.path("completion_tokens_details").path("reasoning_tokens"))));
    }

    /** The length of the sounds of the request; empty when the provider does not report it. */
    public Optional<Duration> audio() {
        BigDecimal seconds = object().path("seconds").decimalValue();
        if (seconds.signum() > 0 && seconds.compareTo(BigDecimal.valueOf(MOST_SECONDS)) < 0) {
            return Optional.of(duration(seconds));
        }
        return found(DURATION, beginning())
                .or(() -> found(DURATION, end()))
                .map(matcher -> duration(new BigDecimal(matcher.group(1))));
    }

    private static Duration duration(BigDecimal seconds) {
        return Duration.ofMillis(seconds.movePointRight(3).longValue());
    }

    /** The last object of that name counts; it may stand at the beginning. */
    private JsonNode object() {
        JsonNode atEnd = object(end());
        return atEnd.isObject() ? atEnd : object(beginning());
    }

    private static JsonNode object(String text) {
        Matcher usage = USAGE.matcher(text);
        JsonNode found = MissingNode.getInstance();
        while (usage.find()) {
            found = first(text.substring(usage.end())).orElse(found);
        }
        return found;
    }

    /** The value at the beginning; empty when it is cut. */
    private static Optional<JsonNode> first(String text) {
        try (JsonParser json = ProviderJson.MAPPER.createParser(text)) {
            return Optional.of(ProviderJson.tree(json));
        } catch (IOException cut) {
            return Optional.empty();
        }
    }

    private static Optional<Matcher> found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher) : Optional.empty();
    }

    private String beginning() {
        return new String(head, 0, (int) Math.min(length, KEPT), StandardCharsets.UTF_8);
    }

    private String end() {
        int split = (int) (length % KEPT);
        return length < KEPT
                ? beginning()
                : new String(tail, split, KEPT - split, StandardCharsets.UTF_8)
                        + new String(tail, 0, split, StandardCharsets.UTF_8);
    }

    private static long first(JsonNode usage, String... names) {
        for (String name : names) {
            if (count(usage.path(name)) > 0) {
                return count(usage.path(name));
            }
        }
        return 0;
    }

    private static long count(JsonNode tokens) {
        long count = tokens.asLong(0);
        return count < 0 || count > Limits.MOST_TOKENS ? 0 : count;
    }
}
