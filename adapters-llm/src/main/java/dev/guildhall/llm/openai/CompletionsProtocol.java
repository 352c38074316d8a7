package dev.guildhall.llm.openai;

import dev.guildhall.llm.http.OpenResponse;
import dev.guildhall.llm.http.ProviderJson;
import dev.guildhall.llm.http.Request;
import dev.guildhall.llm.http.Slice;
import dev.guildhall.llm.http.SseReader;
import dev.guildhall.llm.http.UnreadableAnswer;
import dev.guildhall.llm.provider.AnswerContext;
import dev.guildhall.llm.provider.ChatProtocol;
import dev.guildhall.llm.provider.EstimatedUsage;
import dev.guildhall.llm.provider.ProviderErrors;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.tool.WireNames;
import java.io.IOException;
import java.util.Optional;

/** Writes requests for chat completions, and reads the answers. Thread-safe. */
final class CompletionsProtocol implements ChatProtocol {
    private static final String DONE = "[DONE]";

    private final OpenAiOptions options;
    private final OpenAiRequests requests;
    private final ProviderErrors errors;
    private final Request chat;

    CompletionsProtocol(OpenAiOptions options, ProviderErrors errors) {
        this.options = options;
        this.requests = new OpenAiRequests(options);
        this.errors = errors;
        this.chat = options.to("chat/completions");
    }

    @Override
    public Request request(CompletionRequest request, WireNames names, boolean stream) {
        return chat.post(requests.json(request, names, stream));
    }

    @Override
    public Completion whole(OpenResponse call, AnswerContext context) throws IOException {
        AnswerParts parts = parts(context);
        parts.add(call.json(options.maxBodyBytes(), OpenAiAnswerReader::answer));
        return whole(parts, context);
    }

    @Override
    public Completion streamed(OpenResponse call, AnswerContext context) throws IOException {
        return call.isJson() ? whole(call, context) : inEvents(call, context);
    }

    private Completion inEvents(OpenResponse call, AnswerContext context) throws IOException {
        AnswerParts parts = parts(context.keeping(call));
        SseReader events = call.events(options.timeouts(), options.maxBodyBytes(), context.sink());
        Optional<Slice> data = events.next();
        while (data.isPresent() && !data.get().is(DONE)) {
            OpenAiAnswerJson event = ProviderJson.read(data.get(), OpenAiAnswerReader::answer);
            if (event.isToken()) {
                call.tokenArrived();
            }
            parts.add(event);
            data = events.next();
        }
        if (data.isEmpty() && !parts.isFinished()) {
            throw new UnreadableAnswer("the provider's answer is incomplete");
        }
        call.finish();
        return whole(parts, context);
    }

    private AnswerParts parts(AnswerContext context) {
        return new AnswerParts(errors, context.names(), context.sink());
    }

    private Completion whole(AnswerParts parts, AnswerContext context) throws UnreadableAnswer {
        if (!parts.hasBegun()) {
            throw new UnreadableAnswer("the provider's answer has no choices");
        }
        Completion completion = parts.whole(requests.model(context.request()), new EstimatedUsage(context.request()));
        context.sink().settle();
        return completion;
    }
}
