package dev.guildhall.llm.provider;

import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.PassedAnswer;
import dev.guildhall.ports.completion.PassedEndpoint;
import dev.guildhall.ports.completion.PassedRequest;
import dev.guildhall.ports.completion.PassedSink;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.completion.AnswerReader;
import dev.guildhall.wire.completion.PartialAnswer;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.openai.OpenAiAnswerReader;
import dev.guildhall.wire.openai.OpenAiRequests;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Calls any provider with the OpenAI chat completions protocol, with one attempt per call. Connections stay
 * open between calls.
 */
public final class OpenAiChatModel extends HttpChatModel {
    private static final String OPENAI_HOST = "api.openai.com";

    private final boolean ofOpenAi;
    private final Request chat;
    private final Request models;

    /**
     * A model that asks with the default options.
     *
     * @param baseUrl the address before the paths of the protocol, for example {@code https://api.openai.com/v1}
     * @param model the model of requests that name none
     */
    public static OpenAiChatModel of(URI baseUrl, String apiKey, String model) {
        return new OpenAiChatModel(ProviderOptions.of(baseUrl.toString(), Optional.of(apiKey), model));
    }

    public OpenAiChatModel(ProviderOptions options) {
        this(options, InstantSource.system());
    }

    public OpenAiChatModel(ProviderOptions options, InstantSource clock) {
        super(options, clock);
        this.ofOpenAi = options.origin().host().equals(OPENAI_HOST);
        this.chat = options.to("chat/completions");
        this.models = options.to("models");
    }

    @Override
    public String provider() {
        return "openai";
    }

    @Override
    public Optional<Protocol> protocol() {
        return Optional.of(Protocol.OPENAI_CHAT);
    }

    @Override
    public List<String> leftOut(CompletionRequest request) {
        return OpenAiRequests.leftOut(request);
    }

    @Override
    Request request(CompletionRequest request, WireNames names, boolean stream) {
        return request.original()
                .map(original -> chat.postParts(OpenAiRequests.passed(original.body(), options.model(request), stream)))
                .orElseGet(
                        () -> chat.post(OpenAiRequests.json(request, options.model(request), ofOpenAi, names, stream)));
    }

    @Override
    AnswerReader reader(CompletionRequest request, PartialAnswer answer) {
        return new OpenAiAnswerReader(answer, errors::inStream);
    }

    /** Which endpoints a server with the protocol has, only an answer shows. */
    @Override
    public boolean has(PassedEndpoint endpoint) {
        return true;
    }

    @Override
    public PassedAnswer pass(PassedRequest request, PassedSink sink) {
        return pass(options.to(request.endpoint().path()), request, sink);
    }

    @Override
    public List<ModelInfo> models() {
        return listed(models).models().limit(Limits.MODELS).toList();
    }
}
