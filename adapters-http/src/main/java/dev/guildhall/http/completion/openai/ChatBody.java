package dev.guildhall.http.completion.openai;

import dev.guildhall.http.JsonBody;
import dev.guildhall.http.JsonReader;
import dev.guildhall.ports.completion.AnswerFormat;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the body of a request to {@code chat/completions}. What it does not name is ignored. */
final class ChatBody {
    private static final int MOST_MODALITIES = 8;

    private ChatBody() {}

    static ChatOrder read(JsonBody body) {
        Supplier<String> model = body.required("model", JsonReader.text());
        Supplier<List<ChatMessage>> messages = body.required("messages", Messages.reader());
        Supplier<Sampling> sampling = SamplingFields.read(body, model);
        Supplier<FunctionOffer> offer = Offer.read(body);
        Supplier<AnswerFormat> format =
                body.optional("response_format", ResponseFormat.reader(), new AnswerFormat.Words());
        Supplier<ChatOrder.Delivery> delivery = delivery(body);
        refuseWhatCannotBeHad(body);
        body.check();
        CompletionRequest request = new CompletionRequest(messages.get(), sampling.get(), offer.get(), format.get());
        return new ChatOrder(request, delivery.get(), model.get());
    }

    private static Supplier<ChatOrder.Delivery> delivery(JsonBody body) {
        Supplier<Boolean> stream = body.optional("stream", JsonReader.flag(), false);
        Supplier<Optional<Boolean>> usage = body.optional("stream_options", JsonReader.object(ChatBody::withUsage));
        return () -> {
            if (!stream.get() && usage.get().isPresent()) {
                throw Refusal.invalid("stream_options", "is only taken when stream is true");
            }
            if (!stream.get()) {
                return ChatOrder.Delivery.WHOLE;
            }
            return usage.get().orElse(false) ? ChatOrder.Delivery.STREAM_WITH_USAGE : ChatOrder.Delivery.STREAM;
        };
    }

    private static boolean withUsage(JsonBody options) {
        Supplier<Boolean> usage = options.optional("include_usage", JsonReader.flag(), false);
        options.check();
        return usage.get();
    }

    /** Whoever asks for these would misread an answer that has none of them. */
    private static void refuseWhatCannotBeHad(JsonBody body) {
        body.optional("n", only(JsonReader.integer(), 1, "must be 1: there is one answer to a request"));
        body.optional("logprobs", only(JsonReader.flag(), false, "must be false: no probabilities are told"));
        JsonReader<String> text = only(JsonReader.text(), "text", "must be text");
        body.optional("modalities", JsonReader.list(text, MOST_MODALITIES));
        body.optional("functions", never("is no longer understood; use tools"));
        body.optional("function_call", never("is no longer understood; use tool_choice"));
    }

    private static <T> JsonReader<T> only(JsonReader<T> reader, T one, String message) {
        return (node, path) -> {
            T value = reader.read(node, path);
            if (!value.equals(one)) {
                throw Refusal.invalid(path, message);
            }
            return value;
        };
    }

    /** A field that is refused, whatever it is. */
    static JsonReader<Void> never(String message) {
        return (node, path) -> {
            throw Refusal.invalid(path, message);
        };
    }
}
