package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.ToolExchange;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** How a request looks since the revision 2026-07-28: each has the version, the client and what it can answer. */
public final class NewerEra {
    /** The revision of this era that this client speaks. */
    public static final String VERSION = "2026-07-28";

    public static final String DISCOVER = "server/discover";

    static final String PREFIX = "io.modelcontextprotocol/";
    static final String CAPABILITIES = PREFIX + "clientCapabilities";

    /** The codes by which a server of this era is recognised. */
    static final long HEADER_MISMATCH = -32020;

    static final long MISSING_CAPABILITY = -32021;
    static final long UNSUPPORTED_VERSION = -32022;

    private static final String ENCODED = "=?base64?";
    private static final String ENCODED_END = "?=";

    private NewerEra() {}

    /** The request in the form of this era, with its standard headers. */
    static Outgoing request(String method, Map<String, Object> parameters, ToolExchange exchange) {
        Map<String, Object> meta = new LinkedHashMap<>(McpJson.object(parameters, "_meta"));
        meta.put(PREFIX + "protocolVersion", VERSION);
        meta.put(PREFIX + "clientInfo", Handshake.US);
        meta.putIfAbsent(CAPABILITIES, Map.of());
        Map<String, Object> all = new LinkedHashMap<>(parameters);
        all.put("_meta", meta);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("MCP-Protocol-Version", VERSION);
        headers.put("Mcp-Method", method);
        switch (method) {
            case "tools/call", "prompts/get" -> name(parameters, "name", headers);
            case "resources/read" -> name(parameters, "uri", headers);
            default -> {}
        }
        return new Outgoing(method, all, headers, exchange);
    }

    private static void name(Map<String, Object> parameters, String member, Map<String, String> headers) {
        McpJson.text(parameters, member).ifPresent(name -> headers.put("Mcp-Name", encoded(name)));
    }

    /** A value as a header carries it: in Base64 when it is not plain ASCII, or looks as if it were encoded. */
    static String encoded(String value) {
        boolean isPlain = value.chars().allMatch(c -> (c >= ' ' && c <= '~') || c == '\t')
                && value.equals(value.strip())
                && !value.isEmpty()
                && !(value.startsWith(ENCODED) && value.endsWith(ENCODED_END));
        return isPlain
                ? value
                : ENCODED + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)) + ENCODED_END;
    }
}
