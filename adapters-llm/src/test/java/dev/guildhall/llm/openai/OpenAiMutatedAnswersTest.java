package dev.guildhall.llm.openai;

import dev.guildhall.llm.provider.OpenAiChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.wire.http.MutatedAnswersContract;
import java.util.List;
import java.util.Optional;

class OpenAiMutatedAnswersTest implements MutatedAnswersContract {
    @Override
    public ChatModel model(String baseUrl) {
        return new OpenAiChatModel(ProviderOptions.of(baseUrl, Optional.empty(), "test-model"));
    }

    @Override
    public List<String> wholeAnswers() {
        return List.of(
                """
                {"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"gpt-x","choices":[{"index":0,
                "message":{"role":"assistant","content":"Let me see.","refusal":null,"annotations":[],"tool_calls":[
                {"id":"call_1","type":"function","function":{"name":"one__x","arguments":"{\\"n\\":1}"}},
                {"id":"call_2","type":"function","function":{"name":"two__y","arguments":{"n":[2]}}}]},
                "logprobs":null,"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":9,"completion_tokens":12,
                "total_tokens":21,"prompt_tokens_details":{"cached_tokens":0}},"service_tier":"default"}\
                """,
                """
                {"choices":[{"index":0,"message":{"role":"assistant","content":[{"type":"text","text":"Hi"}],
                "reasoning_content":"Hm."},"finish_reason":"stop"}],"usage":null}\
                """,
                "{\"error\":{\"message\":\"no such model\",\"type\":\"invalid_request_error\",\"code\":404}}");
    }

    @Override
    public List<List<String>> streams() {
        return List.of(
                List.of(
                        "{\"choices\":[],\"model\":\"\",\"prompt_filter_results\":[{\"prompt_index\":0}]}",
                        "{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"logprobs\":null}]}",
                        "{\"model\":\"gpt-x\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"}}],\"usage\":null}",
                        """
                        {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function",\
                        "function":{"name":"one__x","arguments":""}}]}}]}\
                        """,
                        """
                        {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"n\\":1}"}}]}}]}\
                        """,
                        "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}",
                        "{\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":12,\"total_tokens\":21}}"),
                List.of(
                        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"}}]}",
                        "{\"error\":{\"message\":\"x\",\"type\":\"server_error\",\"code\":502}}"));
    }

    @Override
    public List<String> modelLists() {
        return List.of("""
            {"object":"list","data":[{"id":"gpt-x","object":"model","created":1,"owned_by":"openai"},
            {"id":"gpt-y","name":"GPT Y"}]}\
            """);
    }

    @Override
    public String streamType() {
        return "text/event-stream";
    }

    @Override
    public String framed(String event) {
        return "data: " + event + "\n\n";
    }
}
