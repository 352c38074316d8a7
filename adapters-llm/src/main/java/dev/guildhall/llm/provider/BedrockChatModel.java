package dev.guildhall.llm.provider;

import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.bedrock.AwsSignature;
import dev.guildhall.wire.bedrock.ConverseAnswerReader;
import dev.guildhall.wire.bedrock.ConverseRequests;
import dev.guildhall.wire.bedrock.EventFrames;
import dev.guildhall.wire.completion.AnswerReader;
import dev.guildhall.wire.completion.PartialAnswer;
import dev.guildhall.wire.http.Address;
import dev.guildhall.wire.http.AwsCredentials;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.http.Response;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Calls the models of Amazon Bedrock through its Converse API, with one attempt per call. Connections stay open between
 * calls.
 */
public final class BedrockChatModel extends HttpChatModel {
    /** The most bytes of a frame that the provider sends. */
    private static final int LONGEST_FRAME = 24 * 1024 * 1024;

    private static final String SERVICE = "bedrock";

    private final InstantSource clock;
    private final Optional<AwsSignature> signature;

    /**
     * A model whose requests are signed, or have the key of the options as a bearer token.
     *
     * @param options with the address of the region, for example
     *     {@code https://bedrock-runtime.us-east-1.amazonaws.com}
     * @param region for example {@code us-east-1}
     * @param credentials absent when the options have a key, or a gateway signs
     */
    public BedrockChatModel(ProviderOptions options, String region, Optional<AwsCredentials> credentials) {
        this(options, region, credentials, InstantSource.system());
    }

    public BedrockChatModel(
            ProviderOptions options, String region, Optional<AwsCredentials> credentials, InstantSource clock) {
        super(options, clock, credentials.map(AwsCredentials::secrets).orElse(List.of()));
        this.clock = clock;
        this.signature = credentials.map(known -> new AwsSignature(known, region, SERVICE));
    }

    @Override
    public String provider() {
        return "bedrock";
    }

    @Override
    public List<String> leftOut(CompletionRequest request) {
        return ConverseRequests.leftOut(request, options.model(request));
    }

    @Override
    Request request(CompletionRequest request, WireNames names, boolean stream) {
        String model = options.model(request);
        Address address =
                options.address("model/" + ModelPath.segment(model) + (stream ? "/converse-stream" : "/converse"));
        ByteBuffer body = ByteBuffer.wrap(ProviderJson.bytes(ConverseRequests.json(request, model, names)));
        return Request.get(address, authorization(address, body)).postParts(List.of(body));
    }

    private Map<String, String> authorization(Address address, ByteBuffer body) {
        if (signature.isEmpty() || options.apiKey().isPresent()) {
            return options.apiKey()
                    .map(key -> Map.of("Authorization", "Bearer " + key))
                    .orElse(Map.of());
        }
        Map<String, String> signed = Map.of("Host", address.origin().authority());
        return signature
                .get()
                .headers(new AwsSignature.Signed("POST", address.target(), "", signed, body), clock.instant());
    }

    @Override
    AnswerReader reader(CompletionRequest request, PartialAnswer answer) {
        return new ConverseAnswerReader(answer, errors::inStream);
    }

    @Override
    Events events(Response response, ChunkSink sink) {
        int most = (int) Math.min(LONGEST_FRAME, options.maxBodyBytes());
        return new EventFrames(response.bytes(options.maxBodyBytes(), sink), most)::next;
    }

    /** The provider lists its models elsewhere, with rights of their own; the configuration names those that are used. */
    @Override
    public List<ModelInfo> models() {
        return List.of(new ModelInfo(options.defaultModel(), options.defaultModel()));
    }
}
