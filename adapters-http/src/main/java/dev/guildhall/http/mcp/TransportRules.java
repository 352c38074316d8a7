package dev.guildhall.http.mcp;

import dev.guildhall.http.Exchange;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The checks of streamable HTTP before the message is read. Thread-safe. */
final class TransportRules {
    private static final int NOT_ACCEPTABLE = 406;
    private static final int UNSUPPORTED_MEDIA_TYPE = 415;
    private static final String JSON = "application/json";
    private static final List<String> TAKES_JSON = List.of(JSON, "application/*", "*/*");

    private TransportRules() {}

    /** Refuses a body whose content type is not JSON, and a client that does not accept JSON. */
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

    /** The protocol revision of a request; {@code initialize} names it in its body. */
    static ProtocolVersion version(Exchange exchange) {
        return exchange.requestHeader("MCP-Protocol-Version")
                .map(name -> ProtocolVersion.of(name).orElseThrow(() -> RpcRefusal.unsupportedVersion(name)))
                .orElse(ProtocolVersion.UNNAMED);
    }
}
