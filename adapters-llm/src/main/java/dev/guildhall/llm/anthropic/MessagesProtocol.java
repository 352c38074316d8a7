package dev.guildhall.llm.anthropic;

import dev.guildhall.llm.http.OpenResponse;
import dev.guildhall.llm.http.ProviderJson;
import dev.guildhall.llm.http.Request;
import dev.guildhall.llm.http.Slice;
import dev.guildhall.llm.http.SseReader;
import dev.guildhall.llm.http.UnreadableAnswer;
import dev.guildhall.llm.provider.AnswerContext;
import dev.guildhall.llm.provider.ChatProtocol;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.tool.WireNames;
import java.io.IOException;
import java.util.Optional;

/** Writes requests for messages, and reads the answers. Thread-safe. */
final class MessagesProtocol implements ChatProtocol {
    private final AnthropicOptions options;
    private final MessagesRequests requests;
    private final AnthropicErrors errors;
    private final Request messages;

    MessagesProtocol(AnthropicOptions options, AnthropicErrors errors) {
        this.options = options;
        this.requests = new MessagesRequests(options);
        this.errors = errors;
        this.messages = options.to(options.endpoint().address("v1/messages"));
    }

    @Override
    public Request request(CompletionRequest request, WireNames names, boolean stream) {
        return messages.post(requests.json(request, names, stream));
    }

    @Override
    public Completion whole(OpenResponse call, AnswerContext context) throws IOException {
        AnswerEvents answer = new AnswerEvents(context.begin(), errors);
        answer.add(call.json(options.maxBodyBytes(), AnthropicMessageJson.class));
        return answer.whole(requests.model(context.request()));
    }

    @Override
    public Completion streamed(OpenResponse call, AnswerContext context) throws IOException {
        return call.isJson() ? whole(call, context) : inEvents(call, context);
    }

    private Completion inEvents(OpenResponse call, AnswerContext context) throws IOException {
        AnswerEvents answer = new AnswerEvents(context.keeping(call).begin(), errors);
        SseReader events = call.events(options.timeouts(), options.maxBodyBytes(), context.sink());
        Optional<Slice> data = events.next();
        while (data.isPresent()) {
            answer.add(ProviderJson.read(data.get(), EventJson.class));
            if (answer.hasBegun()) {
                call.tokenArrived();
            }
            data = answer.isStopped() ? Optional.empty() : events.next();
        }
        if (!answer.isFinished()) {
            throw new UnreadableAnswer("the provider's answer is incomplete");
        }
        call.finish();
        return answer.whole(requests.model(context.request()));
    }
}
