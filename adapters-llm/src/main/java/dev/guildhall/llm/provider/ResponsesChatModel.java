package dev.guildhall.llm.provider;

import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.completion.AnswerReader;
import dev.guildhall.wire.completion.PartialAnswer;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.openai.ResponsesAnswerReader;
import dev.guildhall.wire.openai.ResponsesRequests;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Calls a provider with OpenAI's Responses API, with one attempt per call. Connections stay open between calls. The
 * provider is asked to keep nothing, unless a client of the same protocol asks otherwise.
 */
public final class ResponsesChatModel extends HttpChatModel {
    private final Request responses;
    private final Request models;

    /** @param options the address before the paths of the protocol is, for example, {@code https://api.openai.com/v1} */
    public ResponsesChatModel(ProviderOptions options) {
        this(options, InstantSource.system());
    }

    public ResponsesChatModel(ProviderOptions options, InstantSource clock) {
        super(options, clock);
        this.responses = options.to("responses");
        this.models = options.to("models");
    }

    @Override
    public String provider() {
        return "openai";
    }

    @Override
    public Optional<Protocol> protocol() {
        return Optional.of(Protocol.OPENAI_RESPONSES);
    }

    @Override
    public List<String> leftOut(CompletionRequest request) {
        return ResponsesRequests.leftOut(request);
    }

    @Override
    Request request(CompletionRequest request, WireNames names, boolean stream) {
        return request.original()
                .map(original -> responses.postParts(ResponsesRequests.passed(original.body(), options.model(request))))
                .orElseGet(
                        () -> responses.post(ResponsesRequests.json(request, options.model(request), names, stream)));
    }

    @Override
    AnswerReader reader(CompletionRequest request, PartialAnswer answer) {
        return new ResponsesAnswerReader(answer, errors::inStream);
    }

    @Override
    public List<ModelInfo> models() {
        return listed(models).models().limit(Limits.MODELS).toList();
    }
}
