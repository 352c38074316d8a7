package dev.guildhall.wire.openai;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.UnreadableAnswer;
import dev.guildhall.wire.openai.OpenAiAnswerJson.CallJson;
import dev.guildhall.wire.openai.OpenAiAnswerJson.ChoiceJson;
import dev.guildhall.wire.openai.OpenAiAnswerJson.PartJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads an answer with a streaming parser, since there is one event per word. A field of an unexpected type is ignored.
 */
public final class OpenAiAnswerParser {
    private static final String CACHED = "cached_tokens";
    private static final String REASONING = "reasoning_tokens";

    /** OpenAI has no field for tokens that it writes to its cache; servers in front of other providers have one of these. */
    private static final String CACHE_WRITE = "cache_write_tokens";

    private static final String CACHE_CREATION = "cache_creation_tokens";
    private static final Set<String> DETAILS = Set.of(CACHED, CACHE_WRITE, CACHE_CREATION, REASONING);

    private OpenAiAnswerParser() {}

    static OpenAiAnswerJson answer(JsonParser json) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new UnreadableAnswer("the provider's answer is not the JSON that was expected");
        }
        Optional<String> model = Optional.empty();
        List<ChoiceJson> choices = List.of();
        Optional<Usage> usage = Optional.empty();
        Optional<JsonNode> error = Optional.empty();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            switch (OpenAiFields.next(json)) {
                case "model" -> model = OpenAiFields.text(json).filter(name -> !name.isBlank());
                case "choices" -> choices = OpenAiFields.list(json, OpenAiAnswerParser::choice);
                case "usage" -> usage = usage(json);
                case "error" -> error = Optional.of(ProviderJson.tree(json)).filter(node -> !node.isNull());
                default -> json.skipChildren();
            }
        }
        return new OpenAiAnswerJson(model, choices, usage, error);
    }

    /** Reads the tokens of the request from an answer with embeddings; empty when the provider did not count them. */
    public static OptionalLong promptTokens(JsonParser json) throws IOException {
        OptionalLong tokens = OptionalLong.empty();
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new UnreadableAnswer("the provider's answer is not the JSON that was expected");
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            if (OpenAiFields.next(json).equals("usage")) {
                JsonNode count = ProviderJson.tree(json).path("prompt_tokens");
                tokens = count.canConvertToLong() && count.isIntegralNumber() && count.longValue() >= 0
                        ? OptionalLong.of(count.longValue())
                        : tokens;
            } else {
                json.skipChildren();
            }
        }
        return tokens;
    }

    private static ChoiceJson choice(JsonParser json) throws IOException {
        int index = 0;
        PartJson part = PartJson.NOTHING;
        Optional<String> finish = Optional.empty();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            switch (OpenAiFields.next(json)) {
                case "index" -> index = OpenAiFields.number(json).orElse(0L).intValue();
                case "delta", "message" -> part = OpenAiFields.isObject(json) ? part(json) : part;
                case "finish_reason" -> finish = OpenAiFields.text(json).filter(reason -> !reason.isBlank());
                default -> json.skipChildren();
            }
        }
        return new ChoiceJson(index, part, finish);
    }

    private static PartJson part(JsonParser json) throws IOException {
        String content = "";
        String refusal = "";
        String reasoning = "";
        List<CallJson> calls = List.of();
        List<String> others = new ArrayList<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = OpenAiFields.next(json);
            switch (name) {
                case "content" -> content = OpenAiFields.words(json, others);
                case "refusal" -> refusal = OpenAiFields.words(json, others);
                case "reasoning_content", "reasoning" -> {
                    String words = OpenAiFields.words(json, others);
                    reasoning = words.isEmpty() ? reasoning : words;
                }
                case "tool_calls" -> calls = OpenAiFields.list(json, OpenAiAnswerParser::call);
                case "images", "audio" -> {
                    if (OpenAiFields.hasContent(json)) {
                        others.add(name);
                    }
                }
                default -> json.skipChildren();
            }
        }
        return new PartJson(content, refusal, reasoning, calls, others);
    }

    private static CallJson call(JsonParser json) throws IOException {
        Optional<Integer> index = Optional.empty();
        String id = "";
        CallJson function = new CallJson(index, "", "", "");
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            switch (OpenAiFields.next(json)) {
                case "index" -> index = OpenAiFields.number(json).map(Long::intValue);
                case "id" ->
                    id = OpenAiFields.text(json).filter(text -> !text.isBlank()).orElse("");
                case "function" -> function = OpenAiFields.isObject(json) ? function(json) : function;
                default -> json.skipChildren();
            }
        }
        return new CallJson(index, id, function.name(), function.arguments());
    }

    private static CallJson function(JsonParser json) throws IOException {
        String name = "";
        String arguments = "";
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            switch (OpenAiFields.next(json)) {
                case "name" -> name = OpenAiFields.text(json).orElse("");
                case "arguments" -> arguments = arguments(json);
                default -> json.skipChildren();
            }
        }
        return new CallJson(Optional.empty(), "", name, arguments);
    }

    /** Some servers send the arguments as an object instead of text. */
    private static String arguments(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case VALUE_STRING -> json.getText();
            case VALUE_NULL -> "";
            default -> ProviderJson.tree(json).toString();
        };
    }

    /** Present when there are both numbers and not both are zero: some servers send zeros until the end. */
    private static Optional<Usage> usage(JsonParser json) throws IOException {
        Optional<Long> prompt = Optional.empty();
        Optional<Long> completion = Optional.empty();
        Map<String, Long> parts = new HashMap<>();
        if (!OpenAiFields.isObject(json)) {
            return Optional.empty();
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            switch (OpenAiFields.next(json)) {
                case "prompt_tokens" -> prompt = OpenAiFields.number(json);
                case "completion_tokens" -> completion = OpenAiFields.number(json);
                case "prompt_tokens_details", "completion_tokens_details" -> parts.putAll(details(json));
                default -> json.skipChildren();
            }
        }
        if (prompt.isEmpty() || completion.isEmpty() || prompt.get() + completion.get() == 0) {
            return Optional.empty();
        }
        return Optional.of(new Usage(prompt.get(), completion.get())
                .withParts(
                        parts.getOrDefault(CACHED, 0L),
                        parts.getOrDefault(CACHE_WRITE, parts.getOrDefault(CACHE_CREATION, 0L)),
                        parts.getOrDefault(REASONING, 0L)));
    }

    private static Map<String, Long> details(JsonParser json) throws IOException {
        Map<String, Long> parts = new HashMap<>();
        if (!OpenAiFields.isObject(json)) {
            return parts;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = OpenAiFields.next(json);
            if (DETAILS.contains(name)) {
                OpenAiFields.number(json).ifPresent(tokens -> parts.put(name, tokens));
            } else {
                json.skipChildren();
            }
        }
        return parts;
    }
}
