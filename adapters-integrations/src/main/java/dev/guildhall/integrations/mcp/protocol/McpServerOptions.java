package dev.guildhall.integrations.mcp.protocol;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How to reach an MCP server, and its time limits.
 *
 * @param transport how to reach it
 * @param connectTimeout how long the handshake may take, more than zero
 * @param requestTimeout how long any other response may take, unless a call has a timeout of its own; more than zero
 */
public record McpServerOptions(Transport transport, Duration connectTimeout, Duration requestTimeout) {
    /** How to reach a server. */
    public sealed interface Transport {}

    /**
     * Streamable HTTP.
     *
     * @param address of the server's one endpoint
     * @param headers sent with every request, their environment references resolved: they may be secret
     * @param credential the header for the caller's own credential; absent when the integration needs none of users
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
     * A local process that communicates over its standard streams.
     *
     * @param command the program and its arguments, at least the program; no shell interprets them
     * @param environment the variables of the process besides the locations of programs and home directories, with
     *     references resolved: may be secret
     * @param directory its working directory; absent means that of this process
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
}
