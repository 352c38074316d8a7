package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.httptool.CredentialPlace;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions.CredentialHeader;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

final class McpReader {
    private static final String PATH = "mcp";
    private static final int CONNECT_MS = 20_000;
    private static final int REQUEST_MS = 30_000;

    private final EnvironmentTexts texts;
    private final ManifestFaults faults;

    McpReader(EnvironmentTexts texts, ManifestFaults faults) {
        this.texts = texts;
        this.faults = faults;
    }

    Optional<McpServerOptions> read(JsonNode mcp, CredentialPlace place) {
        return transport(mcp, place)
                .map(transport -> new McpServerOptions(
                        transport,
                        Duration.ofMillis(mcp.path("connectTimeoutMs").asInt(CONNECT_MS)),
                        Duration.ofMillis(mcp.path("requestTimeoutMs").asInt(REQUEST_MS))));
    }

    private Optional<McpServerOptions.Transport> transport(JsonNode mcp, CredentialPlace place) {
        return mcp.has("command") ? stdio(mcp, place) : http(mcp, place);
    }

    private Optional<McpServerOptions.Transport> http(JsonNode mcp, CredentialPlace place) {
        StaticHeaders headers = StaticHeaders.read(mcp.path("headers"), PATH + ".headers", texts, faults);
        Optional<CredentialHeader> credential = credential(place);
        headers.refuse(place, PATH + ".headers", faults);
        return texts.required(mcp.path("url"), PATH + ".url", faults)
                .flatMap(text -> AuthReader.address(text.value(), PATH + ".url", faults))
                .map(url -> new McpServerOptions.Http(url.uri(), headers.values(), credential));
    }

    private Optional<CredentialHeader> credential(CredentialPlace place) {
        return switch (place) {
            case CredentialPlace.Nowhere() -> Optional.empty();
            case CredentialPlace.Header(String name, String prefix) -> Optional.of(new CredentialHeader(name, prefix));
            case CredentialPlace.Query(String ignored) -> {
                faults.add("auth.query", "is not supported for an MCP server; use a header");
                yield Optional.empty();
            }
        };
    }

    private Optional<McpServerOptions.Transport> stdio(JsonNode mcp, CredentialPlace place) {
        if (!(place instanceof CredentialPlace.Nowhere)) {
            faults.add("auth", "must be none for an MCP server that is a program: all users share it");
        }

        Optional<Path> directory =
                mcp.has("directory") ? directory(mcp.path("directory").asText()) : Optional.empty();
        return Optional.of(new McpServerOptions.Stdio(Texts.list(mcp.path("command")), environment(mcp), directory));
    }

    private Map<String, String> environment(JsonNode mcp) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String name : mcp.has("inheritEnv") ? Texts.list(mcp.path("inheritEnv")) : List.of("PATH")) {
            if (name.startsWith("GUILDHALL_")) {
                faults.add(PATH + ".inheritEnv", "must not name " + name + ", a variable of the server itself");
            }
            texts.variable(name).ifPresent(value -> environment.put(name, value));
        }
        mcp.path("env").properties().forEach(entry -> {
            String path = PATH + ".env." + entry.getKey();
            texts.required(entry.getValue(), path, faults)
                    .ifPresent(text -> environment.put(entry.getKey(), text.value()));
        });
        return environment;
    }

    private Optional<Path> directory(String written) {
        try {
            return Optional.of(Path.of(written));
        } catch (InvalidPathException malformed) {
            faults.add(PATH + ".directory", "is not the name of a directory");
            return Optional.empty();
        }
    }
}
