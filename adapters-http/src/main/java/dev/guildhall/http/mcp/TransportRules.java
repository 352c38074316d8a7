package dev.guildhall.http.mcp;

import dev.guildhall.http.Exchange;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What streamable HTTP asks of a request before its message is looked at. Thread-safe. */
final class TransportRules {
    private static final int NOT_ACCEPTABLE = 406;
    private static final int UNSUPPORTED_MEDIA_TYPE = 415;
    private static final String JSON = "application/json";
    private static final List<String> TAKES_JSON = List.of(JSON, "application/*", "*/*");

    private TransportRules() {}

    /** Refuses bodies that do not say that they are JSON, and clients that do not take any. */
    static void check(Exchange exchange) {
        if (!exchange.requestHeader("Content-Type")
                .map(TransportRules::mediaType)
                .equals(Optional.of(JSON))) {
            throw RpcRefusal.ofHttp(UNSUPPORTED_MEDIA_TYPE, "Content-Type: must be " + JSON);
        }
        if (!exchange.requestHeader("Accept").map(TransportRules::takesJson).orElse(true)) {
            throw RpcRefusal.ofHttp(NOT_ACCEPTABLE, "Accept: must allow " + JSON);
        }
    }

    private static boolean takesJson(String accept) {
        return ranges(accept).anyMatch(TAKES_JSON::contains);
    }

    private static Stream<String> ranges(String accept) {
        return Arrays.stream(accept.split(",")).map(TransportRules::mediaType);
    }

    private static String mediaType(String value) {
        return value.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
    }

    /** The revision that a request is in; one that begins a conversation settles it in its body. */
    static ProtocolVersion version(Exchange exchange) {
        return exchange.requestHeader("MCP-Protocol-Version")
                .map(name -> ProtocolVersion.of(name).orElseThrow(() -> RpcRefusal.unsupportedVersion(name)))
                .orElse(ProtocolVersion.UNNAMED);
    }
}
