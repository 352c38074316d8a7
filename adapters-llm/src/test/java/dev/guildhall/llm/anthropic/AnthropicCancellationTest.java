package dev.guildhall.llm.anthropic;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.wire.http.CancellationContract;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ScriptedServer;
import org.junit.jupiter.api.AutoClose;

class AnthropicCancellationTest implements CancellationContract {
    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @Override
    public ScriptedServer server() {
        return server;
    }

    @Override
    public ChatModel model(ProviderTimeouts timeouts) {
        return AnthropicServer.model(server, timeouts);
    }

    @Override
    public String streamType() {
        return AnthropicServer.EVENTS;
    }

    @Override
    public String ping() {
        return AnthropicServer.PING;
    }

    @Override
    public String firstPart() {
        return AnthropicServer.start() + AnthropicServer.text(0) + AnthropicServer.words(0, "Hi");
    }

    @Override
    public String rest() {
        return AnthropicServer.stop(0) + AnthropicServer.end("end_turn", 1) + AnthropicServer.STOP;
    }
}
