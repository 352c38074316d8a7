package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.CacheBreakpoint;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The body of a request to {@code chat/completions}. A field that is not known here only tunes the answer: a provider
 * of the same protocol receives it, the answer of another provider has a warning (models-19).
 *
 * @param request the request to the model
 * @param delivery how the client receives the answer
 * @param model the client's name for the model
 * @param tools the tools of the request
 */
public record ChatBody(CompletionRequest request, Delivery delivery, String model, ToolForms tools) {
    private static final int MOST_MODALITIES = 8;
    private static final int MOST_CHOICES = 128;

    public enum Delivery {
        WHOLE,
        STREAM,
        STREAM_WITH_USAGE
    }

    /** @param bytes the same body as it was received */
    public static ChatBody read(JsonBody body, ByteBuffer bytes) {
        Translation translation = new Translation();
        Supplier<String> model = body.required("model", RequestReader.text());
        Supplier<List<ChatMessage>> messages = body.required("messages", new Messages(translation)::read);
        Supplier<Sampling> sampling = SamplingFields.read(body, model);
        ToolForms forms = new ToolForms(translation);
        Supplier<FunctionOffer> offer =
                forms.offer(body, ToolForms.list((tool, path) -> readTool(tool, path, translation, forms)), false);
        Supplier<ResponseFormat> format =
                body.optional("response_format", ResponseFormatReader.reader(translation), new ResponseFormat.Words());
        Supplier<Delivery> delivery = delivery(body);
        readWhatNoOtherProtocolHas(body, translation);
        body.check();
        translation.canOmitUnread(body);
        CompletionRequest request = new CompletionRequest(messages.get(), sampling.get(), offer.get(), format.get())
                .withOriginal(translation.original(Protocol.OPENAI_CHAT, bytes, Map.of()));
        return new ChatBody(request, delivery.get(), model.get(), forms);
    }

    private static void readTool(JsonBody tool, String path, Translation translation, ToolForms forms) {
        String type = tool.checked("type", RequestReader.text());
        if (!Set.of(CallFields.FUNCTION, ToolForms.CUSTOM).contains(type)) {
            translation.omitTool(tool, Optional.empty());
            return;
        }
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(tool);
        JsonBody inner = tool.checked(type, RequestReader.object(one -> one));
        translation.canOmitUnread(tool);
        String innerPath = path + "." + type;
        if (type.equals(ToolForms.CUSTOM)) {
            forms.addCustom(inner, innerPath, Optional.empty(), cache.get());
        } else {
            forms.addFunction(inner, innerPath, Optional.empty(), cache.get());
        }
    }

    private static Supplier<Delivery> delivery(JsonBody body) {
        Supplier<Boolean> stream = body.optional("stream", RequestReader.flag(), false);
        Supplier<Optional<Boolean>> usage = body.optional("stream_options", RequestReader.object(ChatBody::withUsage));
        return () -> {
            if (!stream.get() && usage.get().isPresent()) {
                throw Refusal.invalid("stream_options", "is only taken when stream is true");
            }
            if (!stream.get()) {
                return Delivery.WHOLE;
            }
            return usage.get().orElse(false) ? Delivery.STREAM_WITH_USAGE : Delivery.STREAM;
        };
    }

    private static boolean withUsage(JsonBody options) {
        Supplier<Boolean> usage = options.optional("include_usage", RequestReader.flag(), false);
        options.check();
        return usage.get();
    }

    private static void readWhatNoOtherProtocolHas(JsonBody body, Translation translation) {
        body.optional("n", translation.only(1, RequestReader.integer(1, MOST_CHOICES)));
        body.optional("logprobs", translation.only(false, RequestReader.flag()));
        body.optional("top_logprobs", translation.only(0, RequestReader.integer()));
        RequestReader<String> text = translation.only("text", RequestReader.text());
        body.optional("modalities", RequestReader.list(text, MOST_MODALITIES));
        for (String field : List.of("audio", "web_search_options", "functions", "function_call")) {
            body.optional(field, translation.never());
        }
    }
}
