package dev.guildhall.llm.ollama;

import dev.guildhall.llm.http.LineReader;
import dev.guildhall.llm.http.OpenResponse;
import dev.guildhall.llm.http.ProviderJson;
import dev.guildhall.llm.http.Request;
import dev.guildhall.llm.http.Slice;
import dev.guildhall.llm.http.UnreadableAnswer;
import dev.guildhall.llm.provider.AnswerContext;
import dev.guildhall.llm.provider.ChatProtocol;
import dev.guildhall.llm.provider.PartialAnswer;
import dev.guildhall.llm.provider.ProviderErrors;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.tool.WireNames;
import java.io.IOException;
import java.util.Optional;

/** Writes requests, and reads the answers, which are lines of JSON. Thread-safe. */
final class LinesProtocol implements ChatProtocol {
    private final OllamaOptions options;
    private final OllamaRequests requests;
    private final ProviderErrors errors;
    private final Request chat;

    LinesProtocol(OllamaOptions options, ProviderErrors errors) {
        this.options = options;
        this.requests = new OllamaRequests(options);
        this.errors = errors;
        this.chat = options.to("api/chat");
    }

    @Override
    public Request request(CompletionRequest request, WireNames names, boolean stream) {
        return chat.post(requests.json(request, names, stream));
    }

    @Override
    public Completion whole(OpenResponse call, AnswerContext context) throws IOException {
        PartialAnswer answer = context.begin();
        AnswerLines lines = lines(answer, context);
        lines.add(call.json(options.maxBodyBytes(), OllamaAnswerJson.class));
        return finished(lines, answer, context);
    }

    /** A whole answer is a stream of one line. */
    @Override
    public Completion streamed(OpenResponse call, AnswerContext context) throws IOException {
        PartialAnswer answer = context.keeping(call).begin();
        AnswerLines lines = lines(answer, context);
        LineReader reader = call.lines(options.timeouts(), options.maxBodyBytes(), context.sink());
        Optional<Slice> line = reader.next();
        while (line.isPresent()) {
            if (!line.get().is("")) {
                lines.add(ProviderJson.read(line.get(), OllamaAnswerJson.class));
                call.tokenArrived();
            }
            line = lines.isDone() ? Optional.empty() : reader.next();
        }
        Completion whole = finished(lines, answer, context);
        call.finish();
        return whole;
    }

    private AnswerLines lines(PartialAnswer answer, AnswerContext context) {
        return new AnswerLines(answer, errors, context.request().offer().parallel());
    }

    private Completion finished(AnswerLines lines, PartialAnswer answer, AnswerContext context)
            throws UnreadableAnswer {
        if (!lines.isDone()) {
            throw new UnreadableAnswer("the provider's answer is incomplete");
        }
        return answer.whole(requests.model(context.request()));
    }
}
