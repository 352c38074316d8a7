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
 * Where an MCP server is and how long it is waited for.
 *
 * @param transport the way to it
 * @param connectTimeout how long it may take until it has introduced itself, more than zero
 * @param requestTimeout how long any other answer may take, unless a call brings a timeout of its own; more than zero
 */
public record McpServerOptions(Transport transport, Duration connectTimeout, Duration requestTimeout) {
    /** The way to a server. */
    public sealed interface Transport {}

    /**
     * Streamable HTTP.
     *
     * @param address of the server's one endpoint
     * @param headers sent with every request, their environment references resolved: they may be secret
     * @param credential where the caller's own credential goes; absent when the integration asks users for none
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
     * A process of one's own that is spoken to over its standard streams.
     *
     * @param command the program and its arguments, at least the program; no shell reads them
     * @param environment what the process finds in its environment beside where programs and homes are, references
     *     resolved: may be secret
     * @param directory where it works; absent means where this process does
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
