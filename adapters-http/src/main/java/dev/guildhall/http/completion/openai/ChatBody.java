package dev.guildhall.http.completion.openai;

import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.completion.AnswerFormat;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the body of a request to {@code chat/completions}. Unknown fields are ignored. */
final class ChatBody {
    private static final int MOST_MODALITIES = 8;

    private ChatBody() {}

    static OpenAiChatRequest read(JsonBody body) {
        Supplier<String> model = body.required("model", RequestReader.text());
        Supplier<List<ChatMessage>> messages = body.required("messages", Messages.reader());
        Supplier<Sampling> sampling = SamplingFields.read(body, model);
        Supplier<FunctionOffer> offer = ToolDefinitionsReader.read(body);
        Supplier<AnswerFormat> format =
                body.optional("response_format", ResponseFormat.reader(), new AnswerFormat.Words());
        Supplier<OpenAiChatRequest.Delivery> delivery = delivery(body);
        refuseWhatCannotBeHad(body);
        body.check();
        CompletionRequest request = new CompletionRequest(messages.get(), sampling.get(), offer.get(), format.get());
        return new OpenAiChatRequest(request, delivery.get(), model.get());
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

    /** Refuses unsupported fields: a client that sets them would misread an answer without them. */
    private static void refuseWhatCannotBeHad(JsonBody body) {
        body.optional("n", only(RequestReader.integer(), 1, "must be 1: there is one answer to a request"));
        body.optional("logprobs", only(RequestReader.flag(), false, "must be false: probabilities are not supported"));
        RequestReader<String> text = only(RequestReader.text(), "text", "must be text");
        body.optional("modalities", RequestReader.list(text, MOST_MODALITIES));
        body.optional("functions", never("is not supported any more; use tools"));
        body.optional("function_call", never("is not supported any more; use tool_choice"));
    }

    private static <T> RequestReader<T> only(RequestReader<T> reader, T one, String message) {
        return (node, path) -> {
            T value = reader.read(node, path);
            if (!value.equals(one)) {
                throw Refusal.invalid(path, message);
            }
            return value;
        };
    }

    static RequestReader<Void> never(String message) {
        return (node, path) -> {
            throw Refusal.invalid(path, message);
        };
    }
}
