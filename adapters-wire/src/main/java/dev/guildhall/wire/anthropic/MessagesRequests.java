package dev.guildhall.wire.anthropic;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.anthropic.MessagesRequestJson.FormatJson;
import dev.guildhall.wire.anthropic.MessagesRequestJson.MetadataJson;
import dev.guildhall.wire.anthropic.MessagesRequestJson.OutputConfigJson;
import dev.guildhall.wire.http.ProviderJson;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes requests in the protocol of the provider. The README of the package lists what differs. */
public final class MessagesRequests {
    private static final double MOST_TEMPERATURE = 1;
    private static final String JSON_ALONE =
            "Your answer, calls of tools apart, is one JSON object and nothing else: no words before or behind it, and"
                    + " no code fence around it.";

    /**
     * The bound of answers whose request has none, since this provider requires one: every model of the provider can
     * write so many tokens; the tokens of reasoning count as well.
     */
    static final int DEFAULT_MAX_TOKENS = 8192;

    private MessagesRequests() {}

    public static MessagesRequestJson json(CompletionRequest request, String model, WireNames names, boolean stream) {
        ParameterNames parameters = new ParameterNames(request.offer().functions());
        OfferJson offer = OfferJson.of(request, names, parameters);
        Sampling sampling = request.sampling();
        return new MessagesRequestJson(
                model,
                sampling.maxTokens().orElse(DEFAULT_MAX_TOKENS),
                system(request),
                Turns.of(request.messages(), names, parameters),
                temperature(sampling),
                topP(sampling),
                stops(sampling.decoding()),
                offer.tools(),
                offer.choice(),
                outputConfig(request.format()),
                metadata(sampling.decoding()),
                stream);
    }

    private static @Nullable Object system(CompletionRequest request) {
        List<ChatMessage.Instruction> instructions = request.messages().stream()
                .filter(ChatMessage.Instruction.class::isInstance)
                .map(ChatMessage.Instruction.class::cast)
                .toList();
        if (instructions.stream().anyMatch(ChatMessage::hasCacheBreakpoint)) {
            Stream<ContentPart.Text> parts = instructions.stream().flatMap(instruction -> instruction.parts().stream());
            return Stream.concat(parts, instruction(request.format()).map(ContentPart.Text::new))
                    .filter(part -> !part.text().isBlank())
                    .map(part -> new BlockJson.TextJson(part.text(), part.cache()))
                    .toList();
        }
        String system = Stream.concat(instructions.stream().map(ChatMessage::content), instruction(request.format()))
                .filter(instruction -> !instruction.isBlank())
                .collect(Collectors.joining("\n\n"));
        return system.isEmpty() ? null : system;
    }

    private static Stream<String> instruction(ResponseFormat format) {
        return switch (format) {
            case ResponseFormat.Words ignored -> Stream.empty();
            case ResponseFormat.Json ignored -> Stream.of(JSON_ALONE);
            case ResponseFormat.Schema schema when schema.strict() -> Stream.empty();
            case ResponseFormat.Schema schema ->
                Stream.of(JSON_ALONE + " It fits this JSON Schema: " + ProviderJson.write(schema.schema()));
        };
    }

    private static @Nullable OutputConfigJson outputConfig(ResponseFormat format) {
        return format instanceof ResponseFormat.Schema schema && schema.strict()
                ? new OutputConfigJson(new FormatJson("json_schema", schema.schema()))
                : null;
    }

    private static @Nullable Double temperature(Sampling sampling) {
        return sampling.temperature().isPresent()
                ? Math.min(MOST_TEMPERATURE, sampling.temperature().getAsDouble())
                : null;
    }

    /** Newer models refuse both together. */
    private static @Nullable Double topP(Sampling sampling) {
        return sampling.temperature().isEmpty() && sampling.decoding().topP().isPresent()
                ? sampling.decoding().topP().getAsDouble()
                : null;
    }

    private static @Nullable MetadataJson metadata(DecodingOptions decoding) {
        return decoding.others().stream()
                .filter(MessagesRequests::isUser)
                .map(setting -> new MetadataJson(setting.value().toString()))
                .findFirst()
                .orElse(null);
    }

    private static boolean isUser(DecodingOptions.Setting setting) {
        return setting.name().equals("user");
    }

    public static List<String> leftOut(CompletionRequest request) {
        Sampling sampling = request.sampling();
        DecodingOptions decoding = sampling.decoding();
        List<String> left = new ArrayList<>();
        decoding.others().stream()
                .filter(setting -> !isUser(setting))
                .map(DecodingOptions.Setting::field)
                .forEach(left::add);
        addIf(left, request.hasDetail(), "detail");
        addIf(left, sampling.temperature().orElse(0) > MOST_TEMPERATURE, "temperature above " + MOST_TEMPERATURE);
        addIf(left, decoding.topP().isPresent() && sampling.temperature().isPresent(), "top_p");
        left.addAll(blankStops(decoding.stop()));
        addIf(left, decoding.seed().isPresent(), "seed");
        addIf(left, decoding.presencePenalty().isPresent(), "presence_penalty");
        addIf(left, decoding.frequencyPenalty().isPresent(), "frequency_penalty");
        return left;
    }

    private static void addIf(List<String> left, boolean isSet, String field) {
        if (isSet) {
            left.add(field);
        }
    }

    private static List<String> blankStops(List<String> stops) {
        return IntStream.range(0, stops.size())
                .filter(i -> stops.get(i).isBlank())
                .mapToObj(i -> "stop[" + i + "]")
                .toList();
    }

    private static @Nullable List<String> stops(DecodingOptions decoding) {
        List<String> stops =
                decoding.stop().stream().filter(stop -> !stop.isBlank()).toList();
        return stops.isEmpty() ? null : stops;
    }
}
