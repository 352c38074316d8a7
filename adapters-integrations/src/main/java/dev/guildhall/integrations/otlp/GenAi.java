package dev.guildhall.integrations.otlp;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;

/** The names from the GenAI and MCP (development, as of v1.41), HTTP and server semantic conventions that the spans use. */
final class GenAi {
    static final String CHAT = "chat";
    static final String EMBEDDINGS = "embeddings";
    static final String EXECUTE_TOOL = "execute_tool";
    static final String INVOKE_AGENT = "invoke_agent";
    static final String SEARCH_MEMORY = "search_memory";

    static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
    static final AttributeKey<String> PROVIDER = AttributeKey.stringKey("gen_ai.provider.name");
    static final AttributeKey<String> CONVERSATION = AttributeKey.stringKey("gen_ai.conversation.id");
    static final AttributeKey<String> AGENT_NAME = AttributeKey.stringKey("gen_ai.agent.name");
    static final AttributeKey<String> AGENT_VERSION = AttributeKey.stringKey("gen_ai.agent.version");
    static final AttributeKey<String> REQUEST_MODEL = AttributeKey.stringKey("gen_ai.request.model");
    static final AttributeKey<Boolean> REQUEST_STREAM = AttributeKey.booleanKey("gen_ai.request.stream");
    static final AttributeKey<Double> TEMPERATURE = AttributeKey.doubleKey("gen_ai.request.temperature");
    static final AttributeKey<Long> MAX_TOKENS = AttributeKey.longKey("gen_ai.request.max_tokens");
    static final AttributeKey<String> RESPONSE_MODEL = AttributeKey.stringKey("gen_ai.response.model");
    static final AttributeKey<List<String>> FINISH = AttributeKey.stringArrayKey("gen_ai.response.finish_reasons");
    static final AttributeKey<Double> FIRST_CHUNK = AttributeKey.doubleKey("gen_ai.response.time_to_first_chunk");
    static final AttributeKey<Long> INPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.input_tokens");
    static final AttributeKey<Long> OUTPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.output_tokens");
    static final AttributeKey<String> TOOL_NAME = AttributeKey.stringKey("gen_ai.tool.name");
    static final AttributeKey<String> TOOL_TYPE = AttributeKey.stringKey("gen_ai.tool.type");
    static final AttributeKey<String> TOOL_CALL = AttributeKey.stringKey("gen_ai.tool.call.id");
    static final AttributeKey<Long> RECORD_COUNT = AttributeKey.longKey("gen_ai.memory.record.count");
    static final AttributeKey<String> PROMPT_NAME = AttributeKey.stringKey("gen_ai.prompt.name");
    static final AttributeKey<String> MCP_RESOURCE = AttributeKey.stringKey("mcp.resource.uri");
    static final AttributeKey<String> MCP_METHOD = AttributeKey.stringKey("mcp.method.name");
    static final AttributeKey<String> MCP_VERSION = AttributeKey.stringKey("mcp.protocol.version");
    static final AttributeKey<String> MCP_SESSION = AttributeKey.stringKey("mcp.session.id");
    static final AttributeKey<String> REQUEST_ID = AttributeKey.stringKey("jsonrpc.request.id");
    static final AttributeKey<String> RPC_STATUS = AttributeKey.stringKey("rpc.response.status_code");
    static final AttributeKey<String> TRANSPORT = AttributeKey.stringKey("network.transport");
    static final AttributeKey<String> SERVER_ADDRESS = AttributeKey.stringKey("server.address");
    static final AttributeKey<Long> SERVER_PORT = AttributeKey.longKey("server.port");
    static final AttributeKey<Long> RESENDS = AttributeKey.longKey("http.request.resend_count");
    static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
    static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
    static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

    private GenAi() {}
}
