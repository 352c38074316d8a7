package dev.guildhall.integrations.manifest;

import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.testkit.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Integrations that tests declare, and calls of their tools. */
public final class Declared {
    private static final Ticker NO_WAIT = time -> {};

    private Declared() {}

    /** The dependencies of endpoints: loopback is allowed, no retry waits, and there is neither consent nor MCP. */
    public static EndpointParts parts() {
        InstantSource clock = InstantSource.fixed(Sample.NOW);
        return new EndpointParts(
                new OutboundHttp(EgressRules.parse("127.0.0.1"), NO_WAIT, clock),
                clock,
                (integration, client) -> {
                    throw new AssertionError("the test must not use consent");
                },
                (integration, version, server, signIn) -> {
                    throw new AssertionError("the test must not use an MCP server");
                });
    }

    /** Writes a file into the directory of manifests. */
    public static void write(Path directory, String file, String content) {
        try {
            Files.writeString(directory.resolve(file), content);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The integration {@code api} of a manifest that has this body and the usual head. */
    public static ToolEndpoint api(Path directory, String base, String rest) {
        write(directory, "api.json", manifest(base, rest));
        return find(Manifests.load(directory, Map.of("API_SECRET", "static-secret"), parts()), "api");
    }

    /** A manifest with the usual head. */
    public static String manifest(String base, String rest) {
        return """
            {"name": "api", "displayName": "The API", "description": "For tests.", "kind": "http",
             "baseUrl": "%s", %s}
            """.formatted(base, rest);
    }

    public static ToolEndpoint find(List<ToolEndpoint> all, String name) {
        return all.stream()
                .filter(endpoint -> endpoint.integration().name().equals(new IntegrationName(name)))
                .findFirst()
                .orElseThrow();
    }

    public static ToolInvocation call(String tool, Map<String, Object> arguments) {
        return call(tool, arguments, Optional.empty());
    }

    public static ToolInvocation call(String tool, Map<String, Object> arguments, String key) {
        return call(tool, arguments, Optional.of(new Credential.ApiKey(key)));
    }

    public static ToolInvocation call(String tool, Map<String, Object> arguments, Credential credential) {
        return call(tool, arguments, Optional.of(credential));
    }

    private static ToolInvocation call(String tool, Map<String, Object> arguments, Optional<Credential> credential) {
        return new ToolInvocation(
                new IdempotencyKey(Sample.id("exec")),
                caller(),
                new ToolName(tool),
                arguments,
                credential,
                Duration.ofSeconds(20));
    }

    private static Caller.User caller() {
        return new Caller.User(
                new UserId(Sample.id("usr")),
                new ProfileId(Sample.id("prf")),
                new SessionId(Sample.id("ses")),
                Set.of(Role.USER));
    }
}
