package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

final class SamplingFields {
    /** Fields that clients of an Ollama server add to their requests (models-24). */
    private static final List<String> OF_OLLAMA = List.of("options", "think", "keep_alive");

    private SamplingFields() {}

    /**
     * Reads them from a body that is checked afterwards.
     *
     * @return reads the values; only after {@link JsonBody#check()}
     */
    static Supplier<Sampling> read(JsonBody body, Supplier<String> model) {
        Supplier<OptionalDouble> temperature = body.number("temperature", RequestReader.number());
        Supplier<Optional<Integer>> newer = body.optional("max_completion_tokens", positive());
        Supplier<OptionalInt> most = mostTokens(body, newer);
        Supplier<DecodingOptions> decoding = decoding(body, newer);
        return () -> new Sampling(Optional.of(model.get()), temperature.get(), most.get(), decoding.get());
    }

    private static Supplier<OptionalInt> mostTokens(JsonBody body, Supplier<Optional<Integer>> newer) {
        Supplier<Optional<Integer>> older = body.optional("max_tokens", positive());
        return () -> {
            if (older.get().isPresent() && newer.get().isPresent()) {
                throw Refusal.invalid("max_tokens", "is an older name of max_completion_tokens; send one of them");
            }
            return newer.get().or(older).map(OptionalInt::of).orElseGet(OptionalInt::empty);
        };
    }

    private static Supplier<DecodingOptions> decoding(JsonBody body, Supplier<Optional<Integer>> newer) {
        Supplier<OptionalDouble> topP = body.number("top_p", RequestReader.number());
        Supplier<List<String>> stop = body.optional("stop", stops(), List.of());
        Supplier<Optional<Long>> seed = body.optional("seed", wholeNumber());
        Supplier<OptionalDouble> presence = body.number("presence_penalty", RequestReader.number());
        Supplier<OptionalDouble> frequency = body.number("frequency_penalty", RequestReader.number());
        Supplier<List<DecodingOptions.Setting>> others = others(body);
        return () -> new DecodingOptions(
                topP.get(),
                stop.get(),
                seed.get().map(OptionalLong::of).orElseGet(OptionalLong::empty),
                presence.get(),
                frequency.get(),
                newer.get().isPresent(),
                others.get());
    }

    /** What another protocol has as well; the provider of this protocol receives the original. */
    private static Supplier<List<DecodingOptions.Setting>> others(JsonBody body) {
        Map<String, Supplier<? extends Optional<?>>> values = new LinkedHashMap<>();
        values.put("user", body.optional("user", RequestReader.text()));
        OF_OLLAMA.forEach(name -> values.put(name, body.optional(name, RequestReader.data())));
        return () -> {
            List<DecodingOptions.Setting> settings = new ArrayList<>();
            values.forEach((name, value) ->
                    value.get().ifPresent(set -> settings.add(new DecodingOptions.Setting(name, set, name))));
            return settings;
        };
    }

    private static RequestReader<Integer> positive() {
        return (node, path) -> {
            int number = RequestReader.integer().read(node, path);
            if (number < 1) {
                throw Refusal.invalid(path, "must be a positive integer");
            }
            return number;
        };
    }

    private static RequestReader<Long> wholeNumber() {
        return (node, path) -> {
            if (!node.isIntegralNumber() || !node.canConvertToLong()) {
                throw Refusal.invalid(path, "must be an integer of at most 64 bits");
            }
            return node.longValue();
        };
    }

    private static RequestReader<List<String>> stops() {
        RequestReader<List<String>> several = RequestReader.list(RequestReader.text(), DecodingOptions.MOST_STOPS);
        return (node, path) -> node.isArray()
                ? several.read(node, path)
                : List.of(RequestReader.text().read(node, path));
    }
}
