package dev.guildhall.llm.gemini;

import dev.guildhall.llm.provider.GeminiChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.wire.http.Network;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ScriptedServer;
import java.time.InstantSource;
import java.util.Optional;

/** Events as the provider sends them, and a model that calls a scripted server. */
final class GeminiServer {
    static final String EVENTS = "text/event-stream";

    private GeminiServer() {}

    static GeminiChatModel model(ScriptedServer server) {
        return model(server, ProviderTimeouts.DEFAULT);
    }

    static GeminiChatModel model(ScriptedServer server, ProviderTimeouts timeouts) {
        return new GeminiChatModel(
                new ProviderOptions(
                        server.baseUrl(),
                        Optional.of(ScriptedServer.KEY),
                        "test-model",
                        timeouts,
                        ProviderOptions.DEFAULT_MAX_BODY_BYTES,
                        Network.DEFAULT),
                InstantSource.fixed(ScriptedServer.NOW));
    }

    static String event(String json) {
        return "data: " + json + "\r\n\r\n";
    }

    /** An answer with these parts, separated by commas. */
    static String parts(String parts) {
        return "{\"candidates\":[{\"content\":{\"parts\":[" + parts + "],\"role\":\"model\"},\"index\":0}],"
                + "\"usageMetadata\":{\"promptTokenCount\":12,\"totalTokenCount\":12},\"modelVersion\":\"gemini-x\"}";
    }

    /** The last answer of a stream, or a whole one. */
    static String end(String parts, String reason) {
        return "{\"candidates\":[{\"content\":{\"parts\":[" + parts + "],\"role\":\"model\"},\"finishReason\":\""
                + reason
                + "\",\"index\":0}],\"usageMetadata\":{\"promptTokenCount\":12,\"candidatesTokenCount\":3,"
                + "\"totalTokenCount\":15},\"modelVersion\":\"gemini-x\",\"responseId\":\"r\"}";
    }

    static String text(String text) {
        return "{\"text\":" + ProviderJson.write(text) + "}";
    }

    static String call(String name, String args) {
        return "{\"functionCall\":{\"name\":\"" + name + "\",\"args\":" + args + "},\"thoughtSignature\":\"c2ln\"}";
    }
}
