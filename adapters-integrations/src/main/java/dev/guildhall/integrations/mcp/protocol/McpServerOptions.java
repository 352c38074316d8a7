package dev.guildhall.integrations.mcp.protocol;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How to reach an MCP server, and its time limits: for the handshake, and for any other response. */
public record McpServerOptions(Transport transport, Duration connectTimeout, Duration requestTimeout) {
    public sealed interface Transport {}

    /**
     * Streamable HTTP at the server's one endpoint. The headers have their environment references resolved: may be
     * secret.
     */
    public record Http(URI address, Map<String, String> headers, Optional<CredentialHeader> credential)
            implements Transport {
        public Http {
            headers = inOrder(headers);
        }

        @Override
        public String toString() {
            return "Http[" + address + "]";
        }
    }

    /**
     * A local process that communicates over its standard streams; no shell interprets its command. The environment is
     * added to the locations of programs and home directories, with references resolved: may be secret.
     */
    public record Stdio(List<String> command, Map<String, String> environment, Optional<Path> directory)
            implements Transport {
        public Stdio {
            command = List.copyOf(command);
            environment = inOrder(environment);
        }

        @Override
        public String toString() {
            return "Stdio[" + command.getFirst() + "]";
        }
    }

    private static Map<String, String> inOrder(Map<String, String> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** The header for a user's own credential, with a prefix such as {@code "Bearer "}, which may be empty. */
    public record CredentialHeader(String name, String prefix) {
        /** The usual header for tokens (RFC 6750, 2.1). */
        public static final CredentialHeader BEARER = new CredentialHeader("Authorization", "Bearer ");
    }
}
