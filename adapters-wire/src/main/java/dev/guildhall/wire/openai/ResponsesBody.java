package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Reads the body of a request to {@code responses}. A provider that has {@code responses} itself receives the body, every
 * other one a translation (models-21).
 */
public final class ResponsesBody {

    /** The fields that need something that a provider stores. */
    private static final List<String> UNTRANSLATED = List.of("prompt");

    private static final List<String> SAME_IN_CHAT =
            List.of("user", "safety_identifier", "service_tier", "prompt_cache_key", "prompt_cache_retention");

    private final Translation translation = new Translation();
    private final ToolForms forms = new ToolForms(translation);
    private final List<DecodingOptions.Setting> others = new ArrayList<>();
    private final JsonBody body;

    private ResponsesBody(JsonBody body) {
        this.body = body;
    }

    /**
     * Reads a body that has the whole conversation as its input.
     *
     * @param bytes the same body as it was received
     */
    public static ResponsesRequest read(JsonBody body, ByteBuffer bytes) {
        return new ResponsesBody(body).read(bytes);
    }

    private ResponsesRequest read(ByteBuffer bytes) {
        Supplier<String> model = body.required("model", RequestReader.text());
        Supplier<Optional<String>> instructions = body.optional("instructions", RequestReader.text());
        Supplier<FunctionOffer> offer = forms.offer(body, tools(Optional.empty()), true);
        Supplier<List<ChatMessage>> input = body.required("input", new InputItems(translation, forms)::read);
        Supplier<Sampling> sampling = sampling(model);
        Supplier<ResponseFormat> format =
                body.optional("text", RequestReader.object(this::format), new ResponseFormat.Words());
        Supplier<Boolean> stream = body.optional("stream", RequestReader.flag(), false);
        body.optional("conversation", (node, path) -> {
            throw Refusal.invalid(path, "is not supported here: the server keeps no conversations in this protocol");
        });
        UNTRANSLATED.forEach(field -> body.optional(field, translation.never()));
        body.check();
        translation.canOmitUnread(body, "store", "background", "previous_response_id", "metadata");
        RepeatedFields repeated = RepeatedFields.read(body);
        body.check();
        List<ChatMessage> messages = new ArrayList<>();
        instructions.get().map(ChatMessage.Instruction::new).ifPresent(messages::add);
        messages.addAll(input.get());
        if (messages.isEmpty()) {
            throw Refusal.invalid("input", "must have a message, a function_call or a function_call_output");
        }
        CompletionRequest request = new CompletionRequest(messages, sampling.get(), offer.get(), format.get())
                .withOriginal(translation.original(Protocol.OPENAI_RESPONSES, bytes, Map.of()));
        return new ResponsesRequest(request, stream.get(), model.get(), repeated.json(offer.get()), forms);
    }

    private Supplier<Sampling> sampling(Supplier<String> model) {
        Supplier<OptionalDouble> temperature = body.number("temperature", RequestReader.number());
        Supplier<OptionalDouble> topP = body.number("top_p", RequestReader.number());
        Supplier<OptionalDouble> presence = body.number("presence_penalty", RequestReader.number());
        Supplier<OptionalDouble> frequency = body.number("frequency_penalty", RequestReader.number());
        Supplier<OptionalInt> most = body.integer("max_output_tokens", RequestReader.integer(1, Integer.MAX_VALUE));
        for (String name : SAME_IN_CHAT) {
            body.optional(name, RequestReader.text())
                    .get()
                    .ifPresent(value -> others.add(new DecodingOptions.Setting(name, value, name)));
        }
        body.optional("reasoning", RequestReader.object(this::reasoning));
        return () -> new Sampling(
                Optional.of(model.get()),
                temperature.get(),
                most.get(),
                new DecodingOptions(
                        topP.get(), List.of(), OptionalLong.empty(), presence.get(), frequency.get(), true, others));
    }

    private JsonBody reasoning(JsonBody reasoning) {
        Translation.setting(reasoning, "effort", "reasoning_effort", others);
        translation.canOmitUnread(reasoning);
        return reasoning;
    }

    private RequestReader<List<JsonBody>> tools(Optional<String> namespace) {
        return ToolForms.list((tool, path) -> tool(tool, path, namespace));
    }

    private void tool(JsonBody tool, String path, Optional<String> namespace) {
        switch (tool.checked("type", RequestReader.text())) {
            case CallFields.FUNCTION -> forms.addFunction(tool, path, namespace, Optional.empty());
            case ToolForms.CUSTOM -> forms.addCustom(tool, path, namespace, Optional.empty());
            case "namespace" -> {
                String name = tool.checked("name", RequestReader.text());
                translation.canOmitUnread(tool, "description", "tools");
                tool.checked("tools", tools(Optional.of(name)));
            }
            default -> translation.omitTool(tool, Optional.empty());
        }
    }

    private ResponseFormat format(JsonBody text) {
        Translation.setting(text, "verbosity", "verbosity", others);
        translation.canOmitUnread(text, "format");
        Supplier<ResponseFormat> format =
                text.optional("format", ResponseFormatReader.flatReader(translation), new ResponseFormat.Words());
        text.check();
        return format.get();
    }
}
