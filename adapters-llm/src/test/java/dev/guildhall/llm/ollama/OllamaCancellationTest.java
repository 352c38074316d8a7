package dev.guildhall.llm.ollama;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.wire.http.CancellationContract;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ScriptedServer;
import org.junit.jupiter.api.AutoClose;

class OllamaCancellationTest implements CancellationContract {
    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @Override
    public ScriptedServer server() {
        return server;
    }

    @Override
    public ChatModel model(ProviderTimeouts timeouts) {
        return OllamaServer.model(server, timeouts);
    }

    @Override
    public String streamType() {
        return OllamaServer.LINES;
    }

    @Override
    public String ping() {
        return "\n";
    }

    @Override
    public String firstPart() {
        return OllamaServer.words("Hi");
    }

    @Override
    public String rest() {
        return OllamaServer.end();
    }
}
