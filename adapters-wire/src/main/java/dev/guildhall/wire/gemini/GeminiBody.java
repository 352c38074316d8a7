package dev.guildhall.wire.gemini;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Reads the body of a request to {@code generateContent}, and of one to {@code countTokens}. A field that is not known here
 * only tunes the answer: a provider of the same protocol receives it, the answer of another provider has a warning
 * (models-19).
 */
public final class GeminiBody {
    private static final int MOST_STOPS = 100;
    private static final String JSON = "application/json";

    private final Translation translation = new Translation();
    private final JsonBody body;

    private GeminiBody(JsonBody body) {
        this.body = body;
    }

    /**
     * The settings of the answer.
     *
     * @param sampling without the model
     * @param thoughts whether the client receives the reasoning
     */
    private record Settings(Sampling sampling, ResponseFormat format, boolean thoughts) {
        static final Settings NONE = new Settings(Sampling.DEFAULT, new ResponseFormat.Words(), false);
    }

    /**
     * Reads a request for an answer.
     *
     * @param bytes the same body as it was received
     * @param model the model of the path
     */
    public static GeminiRequest read(JsonBody body, ByteBuffer bytes, String model) {
        return new GeminiBody(body).read(bytes, model);
    }

    /** Reads a request for a count, which has the contents alone or a whole request for an answer. */
    public static GeminiRequest counted(JsonBody body, ByteBuffer bytes, String model) {
        String whole = FieldNames.in(body, "generateContentRequest");
        return body.has(whole)
                ? body.checked(whole, RequestReader.object(request -> read(request, bytes, model)))
                : read(body, bytes, model);
    }

    private GeminiRequest read(ByteBuffer bytes, String model) {
        Contents contents = new Contents(translation);
        Supplier<Optional<List<ContentPart.Text>>> system =
                body.optional(FieldNames.in(body, "systemInstruction"), contents::instruction);
        Supplier<List<ChatMessage>> messages = body.required("contents", contents::messages);
        Supplier<FunctionOffer> offer = Tools.read(body, translation);
        Supplier<Settings> settings = body.optional(
                FieldNames.in(body, "generationConfig"), RequestReader.object(this::settings), Settings.NONE);
        body.optional(FieldNames.in(body, "cachedContent"), translation.never());
        body.check();
        translation.canOmitUnread(body, "model");
        List<ChatMessage> all = new ArrayList<>();
        system.get().map(ChatMessage.Instruction::new).ifPresent(all::add);
        all.addAll(messages.get());
        Sampling sampling = settings.get().sampling().withModel(model);
        CompletionRequest request = new CompletionRequest(
                        all, sampling, offer.get(), settings.get().format())
                .withOriginal(translation.original(Protocol.GEMINI_CONTENT, bytes, Map.of()));
        return new GeminiRequest(request, settings.get().thoughts(), model);
    }

    private Settings settings(JsonBody config) {
        Supplier<OptionalDouble> temperature = config.number("temperature", RequestReader.number());
        Supplier<OptionalInt> most =
                config.integer(FieldNames.in(config, "maxOutputTokens"), RequestReader.integer(1, Integer.MAX_VALUE));
        Supplier<DecodingOptions> decoding = decoding(config);
        Supplier<ResponseFormat> format = format(config);
        Supplier<Boolean> thoughts = config.optional(
                FieldNames.in(config, "thinkingConfig"), RequestReader.object(this::includesThoughts), false);
        config.optional(FieldNames.in(config, "candidateCount"), translation.only(1, RequestReader.integer()));
        config.optional(FieldNames.in(config, "responseModalities"), this::modalities);
        config.optional(FieldNames.in(config, "responseLogprobs"), translation.only(false, RequestReader.flag()));
        config.check();
        translation.canOmitUnread(config);
        return new Settings(
                RequestReader.below(
                        config.path("").replaceAll("\\.$", ""),
                        () -> new Sampling(Optional.empty(), temperature.get(), most.get(), decoding.get())),
                format.get(),
                thoughts.get());
    }

    private DecodingOptions read(
            OptionalDouble topP,
            List<String> stops,
            Optional<Integer> seed,
            OptionalDouble presence,
            OptionalDouble often) {
        return new DecodingOptions(
                topP,
                stops,
                seed.isPresent() ? OptionalLong.of(seed.get()) : OptionalLong.empty(),
                presence,
                often,
                true,
                List.of());
    }

    private Supplier<DecodingOptions> decoding(JsonBody config) {
        Supplier<OptionalDouble> topP = config.number(FieldNames.in(config, "topP"), RequestReader.number());
        Supplier<Optional<Integer>> seed = config.optional("seed", RequestReader.integer());
        Supplier<OptionalDouble> presence =
                config.number(FieldNames.in(config, "presencePenalty"), RequestReader.number());
        Supplier<OptionalDouble> often =
                config.number(FieldNames.in(config, "frequencyPenalty"), RequestReader.number());
        RequestReader<List<String>> texts = RequestReader.list(RequestReader.text(), MOST_STOPS);
        Supplier<List<String>> stops = config.optional(
                FieldNames.in(config, "stopSequences"),
                (node, path) -> {
                    List<String> all = texts.read(node, path);
                    if (all.size() > DecodingOptions.MOST_STOPS || all.contains("")) {
                        translation.cannotHave(path);
                        return List.of();
                    }
                    return all;
                },
                List.of());
        return () -> read(topP.get(), stops.get(), seed.get(), presence.get(), often.get());
    }

    private Supplier<ResponseFormat> format(JsonBody config) {
        Supplier<Optional<String>> type =
                config.optional(FieldNames.in(config, "responseMimeType"), RequestReader.text());
        Supplier<Optional<Map<String, Object>>> plain =
                config.optional(FieldNames.in(config, "responseJsonSchema"), RequestReader.dataObject());
        Supplier<Optional<Map<String, Object>>> ofGoogle =
                config.optional(FieldNames.in(config, "responseSchema"), RequestReader.dataObject());
        String path = config.path("responseMimeType");
        return () -> {
            String wanted = type.get().orElse("text/plain");
            if (!wanted.equals(JSON)) {
                if (!wanted.equals("text/plain")) {
                    translation.cannotHave(path);
                }
                return new ResponseFormat.Words();
            }
            return plain.get()
                    .or(() -> ofGoogle.get().map(Schemas::plain))
                    .<ResponseFormat>map(schema -> new ResponseFormat.Schema("answer", schema, false))
                    .orElseGet(ResponseFormat.Json::new);
        };
    }

    private boolean includesThoughts(JsonBody thinking) {
        translation.canOmitUnread(thinking, "includeThoughts", "include_thoughts");
        return thinking.optional(FieldNames.in(thinking, "includeThoughts"), RequestReader.flag(), false)
                .get();
    }

    /** Other models answer with text alone. */
    private List<String> modalities(com.fasterxml.jackson.databind.JsonNode node, String path) {
        List<String> wanted =
                RequestReader.list(RequestReader.text(), MOST_STOPS).read(node, path);
        if (!wanted.stream().allMatch(one -> one.toUpperCase(Locale.ROOT).equals("TEXT"))) {
            translation.cannotHave(path);
        }
        return wanted;
    }
}
