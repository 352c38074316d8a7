package dev.guildhall.llm.ollama;

import dev.guildhall.llm.provider.OllamaChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.wire.http.Network;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ScriptedServer;
import java.time.InstantSource;
import java.util.Optional;

/** Lines as the server sends them, and a model that calls a scripted server. */
final class OllamaServer {
    static final String LINES = "application/x-ndjson";

    private OllamaServer() {}

    static OllamaChatModel model(ScriptedServer server) {
        return model(server, ProviderTimeouts.DEFAULT);
    }

    static OllamaChatModel model(ScriptedServer server, ProviderTimeouts timeouts) {
        return new OllamaChatModel(options(server, timeouts), InstantSource.fixed(ScriptedServer.NOW));
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

    static String message(String message) {
        return "{\"model\":\"llama3.2\",\"created_at\":\"2026-11-20T10:00:00.123456Z\",\"message\":" + message
                + ",\"done\":false}\n";
    }

    static String words(String words) {
        return message("{\"role\":\"assistant\",\"content\":" + ProviderJson.write(words) + "}");
    }

    static String calls(String... calls) {
        return message("{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[" + String.join(",", calls) + "]}");
    }

    static String call(String name, String arguments) {
        return "{\"function\":{\"name\":\"" + name + "\",\"arguments\":" + arguments + "}}";
    }

    static String call(String id, int index, String name, String arguments) {
        return "{\"id\":\"" + id + "\",\"function\":{\"index\":" + index + ",\"name\":\"" + name + "\",\"arguments\":"
                + arguments + "}}";
    }

    static String end(String reason, String counts) {
        return "{\"model\":\"llama3.2\",\"created_at\":\"2026-11-20T10:00:01.123456Z\","
                + "\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,\"done_reason\":\"" + reason
                + "\",\"total_duration\":900,\"load_duration\":1,\"prompt_eval_duration\":2,\"eval_duration\":3"
                + counts + "}\n";
    }

    static String end() {
        return end("stop", ",\"prompt_eval_count\":26,\"eval_count\":3");
    }
}
