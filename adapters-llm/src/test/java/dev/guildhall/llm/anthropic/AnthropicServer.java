package dev.guildhall.llm.anthropic;

import dev.guildhall.llm.provider.AnthropicChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.wire.http.Network;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ScriptedServer;
import java.time.InstantSource;
import java.util.Optional;

/** Events as the provider sends them, and a model that calls a scripted server. */
final class AnthropicServer {
    static final String EVENTS = "text/event-stream; charset=utf-8";
    static final String PING = event("ping", "");
    static final String STOP = event("message_stop", "");

    private AnthropicServer() {}

    static AnthropicChatModel model(ScriptedServer server) {
        return model(server, ProviderTimeouts.DEFAULT);
    }

    static AnthropicChatModel model(ScriptedServer server, ProviderTimeouts timeouts) {
        return new AnthropicChatModel(options(server, timeouts), InstantSource.fixed(ScriptedServer.NOW));
    }

    static ProviderOptions options(ScriptedServer server, ProviderTimeouts timeouts) {
        return new ProviderOptions(
                server.baseUrl(),
                Optional.of(ScriptedServer.KEY),
                "test-model",
                timeouts,
                ProviderOptions.DEFAULT_MAX_BODY_BYTES,
                Network.DEFAULT);
    }

    /** An event with these additional fields, each after a comma. */
    static String event(String type, String fields) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\"" + fields + "}\n\n";
    }

    static String start() {
        return event("message_start", """
            ,"message":{"id":"msg_01","type":"message","role":"assistant","model":"claude-x-1","content":[],\
            "stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":12,"cache_creation_input_tokens":0,\
            "cache_read_input_tokens":0,"output_tokens":1}}\
            """);
    }

    static String begin(int index, String block) {
        return event("content_block_start", ",\"index\":" + index + ",\"content_block\":" + block);
    }

    static String text(int index) {
        return begin(index, "{\"type\":\"text\",\"text\":\"\"}");
    }

    static String toolUse(int index, String id, String name) {
        return begin(index, "{\"type\":\"tool_use\",\"id\":\"" + id + "\",\"name\":\"" + name + "\",\"input\":{}}");
    }

    static String delta(int index, String delta) {
        return event("content_block_delta", ",\"index\":" + index + ",\"delta\":" + delta);
    }

    static String words(int index, String words) {
        return delta(index, "{\"type\":\"text_delta\",\"text\":" + ProviderJson.write(words) + "}");
    }

    static String input(int index, String json) {
        return delta(index, "{\"type\":\"input_json_delta\",\"partial_json\":" + ProviderJson.write(json) + "}");
    }

    static String stop(int index) {
        return event("content_block_stop", ",\"index\":" + index);
    }

    static String end(String reason, int tokens) {
        return event(
                "message_delta",
                ",\"delta\":{\"stop_reason\":\"" + reason + "\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":"
                        + tokens + "}");
    }

    static String error(String type, String message) {
        return event("error", ",\"error\":{\"type\":\"" + type + "\",\"message\":\"" + message + "\"}");
    }
}
