package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Exchange;
import dev.guildhall.ports.tool.Tool;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The checks of a request of the newer era: its metadata is complete, its headers say what its body says, and its
 * revision is known.
 */
final class NewerHeaders {
    static final String VERSION = "MCP-Protocol-Version";

    private static final String METHOD = "Mcp-Method";
    private static final String NAME = "Mcp-Name";
    private static final String PARAM = "Mcp-Param-";
    private static final String KEYWORD = "x-mcp-header";
    private static final String ENCODED = "=?base64?";
    private static final String ENCODED_END = "?=";
    /** The revision that a request names; the unnamed one when it names none. */
    static String versionOf(RpcMessage.Request request) {
        return request.params().path(Params.META).path(META_VERSION).asText(ProtocolVersion.UNNAMED.wireName());
    }

    private static final String META_VERSION = Params.PREFIX + "protocolVersion";
    private static final String META_CAPABILITIES = Params.PREFIX + "clientCapabilities";
    private static final int MAX_DEPTH = 20;

    private NewerHeaders() {}

    /** Whether a message is one of the newer era: its header or its body names a revision that is none of the older. */
    static boolean isNewer(Exchange exchange, JsonNode message) {
        Optional<String> inBody = Optional.ofNullable(
                message.path("params").path(Params.META).path(META_VERSION).textValue());
        return exchange.requestHeader(VERSION).filter(ProtocolVersion::isNewer).isPresent()
                || inBody.filter(ProtocolVersion::isNewer).isPresent();
    }

    /** @throws RpcRefusal with the first fault */
    static void check(Exchange exchange, RpcMessage.Request request) {
        JsonNode meta = request.params().path(Params.META);
        Optional<String> named = Optional.ofNullable(meta.path(META_VERSION).textValue());
        Optional<String> unknown = exchange.requestHeader(VERSION)
                .filter(header -> ProtocolVersion.of(header).isEmpty());
        if (named.isEmpty() && unknown.isPresent()) {
            // What a request of that revision has to have is not known here.
            throw RpcRefusal.unsupportedVersion(unknown.get());
        }
        String version = named.orElseThrow(() -> missing(META_VERSION));
        if (!meta.path(META_CAPABILITIES).isObject()) {
            throw missing(META_CAPABILITIES);
        }
        requireSame(VERSION, exchange.requestHeader(VERSION), version);
        if (ProtocolVersion.of(version)
                .filter(known -> known == ProtocolVersion.V2026_07_28)
                .isEmpty()) {
            throw RpcRefusal.unsupportedVersion(version);
        }
        requireSame(METHOD, exchange.requestHeader(METHOD).map(String::strip), request.method());
        nameOf(request).ifPresent(name -> requireSame(NAME, decoded(NAME, exchange.requestHeader(NAME)), name));
    }

    static JsonNode capabilities(RpcMessage.Request request) {
        return request.params().path(Params.META).path(META_CAPABILITIES);
    }

    private static RpcRefusal missing(String member) {
        return RpcRefusal.invalidParams("params._meta." + member + ": is required")
                .ofBadRequest();
    }

    private static Optional<String> nameOf(RpcMessage.Request request) {
        return switch (request.method()) {
            case McpMethods.CALL, "prompts/get" ->
                Optional.ofNullable(request.params().path("name").textValue());
            case "resources/read" ->
                Optional.ofNullable(request.params().path("uri").textValue());
            default -> Optional.empty();
        };
    }

    private static void requireSame(String header, Optional<String> sent, String inBody) {
        if (sent.isEmpty()) {
            throw RpcRefusal.headerMismatch("Header mismatch: " + header + " is missing");
        }
        if (!sent.get().equals(inBody)) {
            throw RpcRefusal.headerMismatch("Header mismatch: " + header + " differs from the body");
        }
    }

    private static Optional<String> decoded(String header, Optional<String> sent) {
        return sent.map(String::strip).map(value -> decoded(header, value));
    }

    private static String decoded(String header, String value) {
        if (!value.startsWith(ENCODED)
                || !value.endsWith(ENCODED_END)
                || value.length() < ENCODED.length() + ENCODED_END.length()) {
            return value;
        }
        String base64 = value.substring(ENCODED.length(), value.length() - ENCODED_END.length());
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            if (!Base64.getEncoder().encodeToString(bytes).equals(base64)) {
                throw malformed(header);
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException noBase64) {
            throw malformed(header);
        }
    }

    private static RpcRefusal malformed(String header) {
        return RpcRefusal.headerMismatch("Header mismatch: " + header + " is not valid Base64 of UTF-8");
    }

    /** Checks the headers of the parameters for which the tool's schema asks for one. */
    static void checkParameters(Exchange exchange, Tool tool, JsonNode arguments) {
        for (Mirrored one : mirrored(tool.definition().parameters().inputSchema(), List.of())) {
            JsonNode value = at(arguments, one.path());
            if (!value.isValueNode() || value.isNull()) {
                continue;
            }
            String header = PARAM + one.header();
            Optional<String> sent = decoded(header, exchange.requestHeader(header));
            boolean isSameNumber =
                    value.isNumber() && sent.filter(text -> isSame(text, value)).isPresent();
            if (!isSameNumber) {
                requireSame(header, sent, value.asText());
            }
        }
    }

    private static JsonNode at(JsonNode arguments, List<String> path) {
        JsonNode value = arguments;
        for (String name : path) {
            value = value.path(name);
        }
        return value;
    }

    private static boolean isSame(String text, JsonNode number) {
        try {
            return new BigDecimal(text).compareTo(number.decimalValue()) == 0;
        } catch (NumberFormatException noNumber) {
            return false;
        }
    }

    private record Mirrored(List<String> path, String header) {}

    private static List<Mirrored> mirrored(Map<?, ?> schema, List<String> path) {
        List<Mirrored> found = new ArrayList<>();
        if (path.size() < MAX_DEPTH && schema.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((name, value) -> {
                if (value instanceof Map<?, ?> property) {
                    List<String> here = new ArrayList<>(path);
                    here.add(String.valueOf(name));
                    if (property.get(KEYWORD) instanceof String header && !header.isEmpty()) {
                        found.add(new Mirrored(here, header));
                    }
                    found.addAll(mirrored(property, here));
                }
            });
        }
        return found;
    }
}
