package dev.guildhall.llm.openai;

import dev.guildhall.llm.provider.OpenAiChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.wire.http.Network;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ScriptedServer;
import java.time.InstantSource;
import java.util.Optional;
import mockwebserver3.MockResponse;

/** Answers as the provider sends them, and a model that calls a scripted server. */
final class OpenAiServer {
    static final String EVENTS = "text/event-stream";

    private OpenAiServer() {}

    static MockResponse events(String body) {
        return ScriptedServer.ok(EVENTS, body);
    }

    static MockResponse json(String body) {
        return ScriptedServer.ok("application/json", body);
    }

    static String baseUrl(ScriptedServer server) {
        return server.baseUrl() + "v1";
    }

    static OpenAiChatModel model(ScriptedServer server) {
        return model(server, ProviderTimeouts.DEFAULT);
    }

    static OpenAiChatModel model(ScriptedServer server, ProviderTimeouts timeouts) {
        ProviderOptions options = new ProviderOptions(
                baseUrl(server),
                Optional.of(ScriptedServer.KEY),
                "test-model",
                timeouts,
                ProviderOptions.DEFAULT_MAX_BODY_BYTES,
                Network.DEFAULT);
        return new OpenAiChatModel(options, InstantSource.fixed(ScriptedServer.NOW));
    }
}
