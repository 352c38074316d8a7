package dev.guildhall.wire.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.completion.PassedBody;
import dev.guildhall.wire.completion.ToolSchema;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.openai.ChatJson.CallJson;
import dev.guildhall.wire.openai.OpenAiMessageJson.PartJson;
import dev.guildhall.wire.openai.OpenAiRequestJson.FunctionJson;
import dev.guildhall.wire.openai.OpenAiRequestJson.JsonSchemaJson;
import dev.guildhall.wire.openai.OpenAiRequestJson.NameJson;
import dev.guildhall.wire.openai.OpenAiRequestJson.NamedToolJson;
import dev.guildhall.wire.openai.OpenAiRequestJson.ResponseFormatJson;
import dev.guildhall.wire.openai.OpenAiRequestJson.StreamOptionsJson;
import dev.guildhall.wire.openai.OpenAiRequestJson.ToolJson;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

public final class OpenAiRequests {
    private OpenAiRequests() {}

    /** @param ofOpenAi whether the request goes to OpenAI itself, whose newer models refuse {@code max_tokens} */
    public static OpenAiRequestJson json(
            CompletionRequest request, String model, boolean ofOpenAi, WireNames names, boolean stream) {
        Sampling sampling = request.sampling();
        DecodingOptions decoding = sampling.decoding();
        boolean newName = ofOpenAi || decoding.countsThoughts();
        @Nullable
        Integer most = sampling.maxTokens().isPresent() ? sampling.maxTokens().getAsInt() : null;
        return new OpenAiRequestJson(
                model,
                messages(request, names),
                orNull(sampling.temperature()),
                orNull(decoding.topP()),
                decoding.stop().isEmpty() ? null : decoding.stop(),
                decoding.seed().isPresent() ? decoding.seed().getAsLong() : null,
                orNull(decoding.presencePenalty()),
                orNull(decoding.frequencyPenalty()),
                newName ? null : most,
                newName ? most : null,
                tools(request.offer().functions(), names),
                toolChoice(request.offer(), names),
                oneByOne(request.offer()),
                responseFormat(request.format()),
                stream,
                stream ? new StreamOptionsJson(true) : null,
                others(decoding));
    }

    private static Map<String, Object> others(DecodingOptions decoding) {
        Map<String, Object> others = new LinkedHashMap<>();
        decoding.others().forEach(setting -> others.put(setting.name(), setting.value()));
        return others;
    }

    /** The provider caches without being asked, and refuses fields that it does not know. */
    public static List<String> leftOut(CompletionRequest request) {
        return request.hasCacheBreakpoint() ? List.of("cache_control") : List.of();
    }

    /** The body of a client of this protocol, for that model; a stream always reports the usage. */
    public static List<ByteBuffer> passed(ByteBuffer body, String model, boolean stream) {
        Map<String, UnaryOperator<JsonNode>> changes = new LinkedHashMap<>();
        changes.put("model", ignored -> TextNode.valueOf(model));
        if (stream) {
            changes.put("stream_options", OpenAiRequests::withUsage);
        }
        return PassedBody.with(body, changes);
    }

    private static JsonNode withUsage(JsonNode options) {
        ObjectNode with =
                options instanceof ObjectNode object ? object.deepCopy() : ProviderJson.MAPPER.createObjectNode();
        return with.put("include_usage", true);
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }

    /** Servers refuse a choice when the request offers no tools, and choose themselves when it names none. */
    private static @Nullable Object toolChoice(FunctionOffer offer, WireNames names) {
        if (offer.functions().isEmpty()) {
            return null;
        }
        return switch (offer.choice()) {
            case ToolChoice.Auto ignored -> null;
            case ToolChoice.None ignored -> "none";
            case ToolChoice.Required ignored -> "required";
            case ToolChoice.Named(String function) ->
                new NamedToolJson("function", new NameJson(names.toWire(function)));
        };
    }

    /** Present only when the request sets it: some servers do not know the field. */
    private static @Nullable Boolean oneByOne(FunctionOffer offer) {
        boolean one = !offer.functions().isEmpty() && !offer.parallel();
        return one ? Boolean.FALSE : null;
    }

    private static @Nullable ResponseFormatJson responseFormat(ResponseFormat format) {
        return switch (format) {
            case ResponseFormat.Words ignored -> null;
            case ResponseFormat.Json ignored -> new ResponseFormatJson("json_object", null);
            case ResponseFormat.Schema(String name, Map<String, Object> schema, boolean strict) ->
                new ResponseFormatJson("json_schema", new JsonSchemaJson(name, schema, strict));
        };
    }

    /** A result has text alone in this protocol, so a message of the user after the results has the pictures of them. */
    private static List<OpenAiMessageJson> messages(CompletionRequest request, WireNames names) {
        List<OpenAiMessageJson> messages = new ArrayList<>();
        List<PartJson> ofResults = new ArrayList<>();
        for (ChatMessage message : request.messages()) {
            if (!(message instanceof ChatMessage.ToolResult) && !ofResults.isEmpty()) {
                messages.add(new OpenAiMessageJson("user", List.copyOf(ofResults), null, null));
                ofResults.clear();
            }
            messages.add(message(message, names));
            if (message instanceof ChatMessage.ToolResult result
                    && !result.media().isEmpty()) {
                ofResults.add(PartJson.text("The result of the call " + result.callId() + " contains:"));
                result.media().stream().map(OpenAiRequests::part).forEach(ofResults::add);
            }
        }
        if (!ofResults.isEmpty()) {
            messages.add(new OpenAiMessageJson("user", ofResults, null, null));
        }
        return messages;
    }

    private static OpenAiMessageJson message(ChatMessage message, WireNames names) {
        return switch (message) {
            case ChatMessage.Instruction instruction -> OpenAiMessageJson.text("system", instruction.content());
            case ChatMessage.User user -> new OpenAiMessageJson("user", content(user), null, null);
            case ChatMessage.Assistant assistant -> assistant(assistant, names);
            case ChatMessage.ToolResult result ->
                new OpenAiMessageJson("tool", result.content(), null, result.callId());
        };
    }

    private static Object content(ChatMessage.User user) {
        return user.media().isEmpty()
                ? user.content()
                : user.parts().stream().map(OpenAiRequests::part).toList();
    }

    private static PartJson part(ContentPart part) {
        return switch (part) {
            case ContentPart.Text text -> PartJson.text(text.text());
            case ContentPart.Media media ->
                switch (media.kind()) {
                    case PICTURE ->
                        PartJson.picture(media.source().url(), media.detail().orElse(null));
                    case SOUND -> sound(inline(media));
                    case FILE ->
                        PartJson.file(media.name().orElse("file"), inline(media).url());
                };
        };
    }

    private static MediaSource.Inline inline(ContentPart.Media media) {
        if (media.source() instanceof MediaSource.Inline inline) {
            return inline;
        }
        throw new Refusal(new CompletionProblem.RequestRefused(
                "messages: the model's provider takes sounds and files only as data, not by their address"));
    }

    private static PartJson sound(MediaSource.Inline sound) {
        String subtype = sound.type().substring(sound.type().indexOf('/') + 1);
        String format = switch (subtype) {
            case "mpeg" -> "mp3";
            case "x-wav", "wave", "vnd.wave" -> "wav";
            default -> subtype;
        };
        return PartJson.sound(sound.base64().toString(), format);
    }

    private static OpenAiMessageJson assistant(ChatMessage.Assistant assistant, WireNames names) {
        if (assistant.toolCalls().isEmpty()) {
            return OpenAiMessageJson.text("assistant", assistant.content());
        }
        List<CallJson> calls =
                assistant.toolCalls().stream().map(call -> called(call, names)).toList();
        @Nullable String content = assistant.content().isEmpty() ? null : assistant.content();
        return new OpenAiMessageJson("assistant", content, calls, null);
    }

    /** Malformed arguments become an empty object: some servers fail on a history that is not JSON. */
    private static CallJson called(ToolCall call, WireNames names) {
        String arguments = switch (call.arguments()) {
            case ToolArguments.Parsed parsed -> ProviderJson.write(parsed.values());
            case ToolArguments.Malformed ignored -> "{}";
        };
        return CallJson.of(call.id(), names.toWire(call.tool()), arguments);
    }

    private static FunctionJson function(FunctionSpec tool, WireNames names) {
        @Nullable Boolean strict = tool.strict() ? true : null;
        return new FunctionJson(
                names.toWire(tool.name()), tool.description(), ToolSchema.simplified(tool.parameters()), strict);
    }

    private static @Nullable List<ToolJson> tools(List<FunctionSpec> tools, WireNames names) {
        if (tools.isEmpty()) {
            return null;
        }
        return tools.stream()
                .map(tool -> function(tool, names))
                .map(function -> new ToolJson("function", function))
                .toList();
    }
}
