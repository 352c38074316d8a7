package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.AnswerFormat;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.Protocol;
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
 * Reads the body of a request to {@code chat/completions}. A field that is not known here only tunes the answer: a provider
 * of the same protocol receives it, the answer of another provider has a warning (models-19).
 */
public final class ChatBody {
    private static final int MOST_MODALITIES = 8;
    private static final int MOST_CHOICES = 128;

    private static final Set<String> KNOWN = Set.of(
            "model",
            "messages",
            "temperature",
            "top_p",
            "max_tokens",
            "max_completion_tokens",
            "stop",
            "seed",
            "presence_penalty",
            "frequency_penalty",
            "user",
            "options",
            "think",
            "keep_alive",
            "tools",
            "tool_choice",
            "parallel_tool_calls",
            "response_format",
            "stream",
            "stream_options",
            "n",
            "logprobs",
            "top_logprobs",
            "modalities",
            "audio",
            "web_search_options",
            "functions",
            "function_call");

    private ChatBody() {}

    /** @param bytes the same body as it was received */
    public static OpenAiChatRequest read(JsonBody body, ByteBuffer bytes) {
        Translation translation = new Translation();
        Supplier<String> model = body.required("model", RequestReader.text());
        Supplier<List<ChatMessage>> messages = body.required("messages", new Messages(translation)::read);
        Supplier<Sampling> sampling = SamplingFields.read(body, model);
        ToolForms forms = new ToolForms(translation);
        Supplier<FunctionOffer> offer = ToolDefinitionsReader.read(body, translation, forms);
        Supplier<AnswerFormat> format =
                body.optional("response_format", ResponseFormat.reader(translation), new AnswerFormat.Words());
        Supplier<OpenAiChatRequest.Delivery> delivery = delivery(body);
        readWhatNoOtherProtocolHas(body, translation);
        body.check();
        translation.canOmitAllExcept(body, KNOWN);
        CompletionRequest request = new CompletionRequest(messages.get(), sampling.get(), offer.get(), format.get())
                .withOriginal(translation.original(Protocol.OPENAI_CHAT, bytes, Map.of()));
        return new OpenAiChatRequest(request, delivery.get(), model.get(), forms);
    }

    private static Supplier<OpenAiChatRequest.Delivery> delivery(JsonBody body) {
        Supplier<Boolean> stream = body.optional("stream", RequestReader.flag(), false);
        Supplier<Optional<Boolean>> usage = body.optional("stream_options", RequestReader.object(ChatBody::withUsage));
        return () -> {
            if (!stream.get() && usage.get().isPresent()) {
                throw Refusal.invalid("stream_options", "is only taken when stream is true");
            }
            if (!stream.get()) {
                return OpenAiChatRequest.Delivery.WHOLE;
            }
            return usage.get().orElse(false)
                    ? OpenAiChatRequest.Delivery.STREAM_WITH_USAGE
                    : OpenAiChatRequest.Delivery.STREAM;
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
