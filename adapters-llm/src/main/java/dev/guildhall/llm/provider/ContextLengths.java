package dev.guildhall.llm.provider;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How many tokens the models of a server can have in their context, each asked once in a while. */
final class ContextLengths {
    private static final int MOST_MODELS = 256;
    private static final Duration KNOWN_FOR = Duration.ofMinutes(10);
    private static final Duration UNKNOWN_FOR = Duration.ofMinutes(1);
    private static final String LENGTH = ".context_length";

    private final InstantSource clock;
    private final Function<String, ShowJson> show;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    /**
     * The response to {@code POST /api/show}.
     *
     * @param modelInfo has the length under a name that begins with the architecture of the model
     */
    record ShowJson(@Nullable Map<String, @Nullable Object> modelInfo) {}

    /** A length until a moment; empty when the server does not say it. */
    private record Known(OptionalLong length, Instant until) {}

    ContextLengths(InstantSource clock, Function<String, ShowJson> show) {
        this.clock = clock;
        this.show = show;
    }

    /** The size for a model, up to its own length. */
    long limited(String model, long tokens) {
        return of(model).stream()
                .map(length -> Math.min(length, tokens))
                .findFirst()
                .orElse(tokens);
    }

    private OptionalLong of(String model) {
        Instant now = clock.instant();
        Known last = known.get(model);
        if (last != null && now.isBefore(last.until())) {
            return last.length();
        }
        OptionalLong length = asked(model);
        if (known.size() >= MOST_MODELS) {
            known.clear();
        }
        known.put(model, new Known(length, now.plus(length.isPresent() ? KNOWN_FOR : UNKNOWN_FOR)));
        return length;
    }

    /** The question itself shows whether the server is there. */
    private OptionalLong asked(String model) {
        try {
            Map<String, @Nullable Object> info = show.apply(model).modelInfo();
            return info == null
                    ? OptionalLong.empty()
                    : info.entrySet().stream()
                            .filter(entry -> entry.getKey().endsWith(LENGTH) && entry.getValue() instanceof Number)
                            .mapToLong(entry -> ((Number) entry.getValue()).longValue())
                            .filter(length -> length > 0)
                            .findFirst();
        } catch (Refusal refused) {
            if (refused.problem() instanceof CommonProblem.Cancelled) {
                throw refused;
            }
            return OptionalLong.empty();
        }
    }
}
