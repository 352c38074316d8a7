package dev.guildhall.llm.gemini;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.wire.http.CancellationContract;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ScriptedServer;
import org.junit.jupiter.api.AutoClose;

class GeminiCancellationTest implements CancellationContract {
    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @Override
    public ScriptedServer server() {
        return server;
    }

    @Override
    public ChatModel model(ProviderTimeouts timeouts) {
        return GeminiServer.model(server, timeouts);
    }

    @Override
    public String streamType() {
        return GeminiServer.EVENTS;
    }

    @Override
    public String ping() {
        return ": ping\n\n";
    }

    @Override
    public String firstPart() {
        return GeminiServer.event(GeminiServer.parts(GeminiServer.text("Hi")));
    }

    @Override
    public String rest() {
        return GeminiServer.event(GeminiServer.end("", "STOP"));
    }
}
