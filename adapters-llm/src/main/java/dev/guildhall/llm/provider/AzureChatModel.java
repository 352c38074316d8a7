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
import dev.guildhall.wire.http.Address;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.openai.OpenAiAnswerReader;
import dev.guildhall.wire.openai.OpenAiRequests;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Calls the deployments of Azure OpenAI, whose names stand for models, with one attempt per call. Connections stay open
 * between calls.
 */
public final class AzureChatModel extends HttpChatModel {
    /** A token of Microsoft Entra ID, which is a JWT, is a bearer token; any other key has a header of its own. */
    private static final Pattern TOKEN = Pattern.compile("eyJ[\\w-]*\\.[\\w-]+\\.[\\w-]*");

    /** The end of an endpoint as clients of Azure are given it. */
    private static final Pattern PROTOCOL_PATH = Pattern.compile("(?:/openai(?:/v1)?)?/*$");

    private static final Set<PassedEndpoint> WITHOUT = Set.of(PassedEndpoint.MODERATION, PassedEndpoint.RERANK);

    private final Optional<String> apiVersion;

    /**
     * A model that asks the deployments of a resource.
     *
     * @param options with the endpoint of the resource, for example {@code https://name.openai.azure.com}
     * @param apiVersion for example {@code 2024-10-21}; absent means the addresses without a version
     */
    public AzureChatModel(ProviderOptions options, Optional<String> apiVersion) {
        this(options, apiVersion, InstantSource.system());
    }

    public AzureChatModel(ProviderOptions options, Optional<String> apiVersion, InstantSource clock) {
        super(
                options.withBaseUrl(PROTOCOL_PATH.matcher(options.baseUrl()).replaceFirst("")),
                new ProviderErrors(clock, options.secrets(), Optional.of(advice(apiVersion))));
        this.apiVersion = apiVersion;
    }

    /** Azure names neither an unknown version nor a wrong endpoint; a missing deployment has another code. */
    private static String advice(Optional<String> apiVersion) {
        String version = apiVersion
                .map(name -> "whether Azure has the api-version " + name
                        + " (GUILDHALL_LLM_API_VERSION; without one the addresses of /openai/v1 are used)")
                .orElse("whether the resource has /openai/v1, or set GUILDHALL_LLM_API_VERSION");
        return "check " + version + ", and the endpoint";
    }

    @Override
    public String provider() {
        return "azure";
    }

    @Override
    public Optional<Protocol> protocol() {
        return Optional.of(Protocol.OPENAI_CHAT);
    }

    @Override
    public List<String> leftOut(CompletionRequest request) {
        return OpenAiRequests.leftOut(request);
    }

    private Request to(String deployment, String path) {
        Address address = apiVersion
                .map(version -> options.address("openai/deployments/" + ModelPath.segment(deployment) + "/" + path)
                        .with("api-version", version))
                .orElseGet(() -> options.address("openai/v1/" + path));
        Map<String, String> fields = options.apiKey()
                .map(key -> TOKEN.matcher(key).matches()
                        ? Map.of("Authorization", "Bearer " + key)
                        : Map.of("api-key", key))
                .orElse(Map.of());
        return Request.get(address, fields);
    }

    @Override
    Request request(CompletionRequest request, WireNames names, boolean stream) {
        String deployment = options.model(request);
        Request chat = to(deployment, "chat/completions");
        return request.original()
                .map(original -> chat.postParts(OpenAiRequests.passed(original.body(), deployment, stream)))
                .orElseGet(() -> chat.post(OpenAiRequests.json(request, deployment, true, names, stream)));
    }

    @Override
    AnswerReader reader(CompletionRequest request, PartialAnswer answer) {
        return new OpenAiAnswerReader(answer, errors::inStream);
    }

    @Override
    public boolean has(PassedEndpoint endpoint) {
        return !WITHOUT.contains(endpoint);
    }

    @Override
    public PassedAnswer pass(PassedRequest request, PassedSink sink) {
        String deployment = request.model().orElse(options.defaultModel());
        return pass(to(deployment, request.endpoint().path()), request, sink);
    }

    /** The provider lists what could be deployed; the configuration names what is. */
    @Override
    public List<ModelInfo> models() {
        return List.of(new ModelInfo(options.defaultModel(), options.defaultModel()));
    }
}
