package dev.guildhall.llm.ollama;

import dev.guildhall.llm.provider.OllamaChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.wire.http.MutatedAnswersContract;
import java.util.List;
import java.util.Optional;

class OllamaMutatedAnswersTest implements MutatedAnswersContract {
    @Override
    public ChatModel model(String baseUrl) {
        return new OllamaChatModel(ProviderOptions.of(baseUrl, Optional.empty(), "test-model"));
    }

    @Override
    public List<String> wholeAnswers() {
        return List.of("""
            {"model":"llama3.2","created_at":"2026-11-20T10:00:01Z","message":{"role":"assistant","content":"Hi",
            "thinking":"Hm.","images":null,"tool_calls":[{"id":"call_1","function":{"index":0,"name":"one__x",
            "arguments":{"n":1,"deep":{"list":[1,2.5]}}}}]},"done":true,"done_reason":"stop","total_duration":900,
            "load_duration":1,"prompt_eval_count":26,"prompt_eval_duration":2,"eval_count":3,"eval_duration":3}\
            """, "{\"error\":\"model runner has unexpectedly stopped\"}");
    }

    @Override
    public List<List<String>> streams() {
        return List.of(
                List.of(
                        OllamaServer.words("Hi").strip(),
                        OllamaServer.message("{\"role\":\"assistant\",\"content\":\"\",\"thinking\":\"Hm.\"}")
                                .strip(),
                        OllamaServer.calls(OllamaServer.call("call_1", 0, "one__x", "{\"n\":1}"))
                                .strip(),
                        OllamaServer.end().strip()),
                List.of(OllamaServer.words("Hi").strip(), "{\"error\":\"model runner has unexpectedly stopped\"}"));
    }

    @Override
    public List<String> modelLists() {
        return List.of("""
            {"models":[{"name":"llama3.2:latest","model":"llama3.2:latest","modified_at":"2026-11-20T10:00:00Z",
            "size":2019393189,"digest":"a80c","details":{"format":"gguf","families":["llama"]}},
            {"name":"gemma3:4b"}]}\
            """);
    }

    @Override
    public String streamType() {
        return OllamaServer.LINES;
    }

    @Override
    public String framed(String event) {
        return event + "\n";
    }
}
