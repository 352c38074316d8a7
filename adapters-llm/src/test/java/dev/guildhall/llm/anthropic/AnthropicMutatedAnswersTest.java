package dev.guildhall.llm.anthropic;

import dev.guildhall.llm.provider.AnthropicChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.wire.http.MutatedAnswersContract;
import java.util.List;
import java.util.Optional;

class AnthropicMutatedAnswersTest implements MutatedAnswersContract {
    @Override
    public ChatModel model(String baseUrl) {
        return new AnthropicChatModel(ProviderOptions.of(baseUrl, Optional.empty(), "test-model"));
    }

    @Override
    public List<String> wholeAnswers() {
        return List.of("""
            {"id":"msg_01","type":"message","role":"assistant","model":"claude-x-1","content":[
            {"type":"thinking","thinking":"Hm.","signature":"c2ln"},{"type":"redacted_thinking","data":"eA=="},
            {"type":"text","text":"Let me see.","citations":null},
            {"type":"tool_use","id":"toolu_1","name":"one__x","input":{"n":1,"deep":{"list":[1,2.5]}}}],
            "stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":12,"cache_creation_input_tokens":3,
            "cache_read_input_tokens":4,"output_tokens":20,"service_tier":"standard"}}\
            """, """
            {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}\
            """);
    }

    @Override
    public List<List<String>> streams() {
        return List.of(
                List.of(
                        """
                        {"type":"message_start","message":{"id":"msg_01","type":"message","role":"assistant",\
                        "model":"claude-x-1","content":[],"stop_reason":null,"usage":{"input_tokens":12,"output_tokens":1}}}\
                        """,
                        "{\"type\":\"ping\"}",
                        "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}",
                        "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Hi\"}}",
                        "{\"type\":\"content_block_stop\",\"index\":0}",
                        """
                        {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_1",\
                        "name":"one__x","input":{}}}\
                        """,
                        """
                        {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta",\
                        "partial_json":"{\\"n\\":1}"}}\
                        """,
                        "{\"type\":\"content_block_stop\",\"index\":1}",
                        """
                        {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},\
                        "usage":{"output_tokens":20}}\
                        """,
                        "{\"type\":\"message_stop\"}"),
                List.of(
                        "{\"type\":\"message_start\",\"message\":{\"model\":\"claude-x-1\",\"content\":[]}}",
                        "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}"));
    }

    @Override
    public List<String> modelLists() {
        return List.of("""
            {"data":[{"type":"model","id":"claude-x-1","display_name":"Claude X","created_at":"2026-11-20T10:00:00Z"},
            {"type":"model","id":"claude-y-1","display_name":"Claude Y"}],"has_more":false,"first_id":"claude-x-1",
            "last_id":"claude-y-1"}\
            """);
    }

    @Override
    public String streamType() {
        return AnthropicServer.EVENTS;
    }

    @Override
    public String framed(String event) {
        return "data: " + event + "\n\n";
    }
}
