package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.manifest.AuthReader.Auth;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a manifest: first checks its structure with the published schema, then its meaning. */
final class ManifestReader {
    /** The name for the server's own tools. */
    static final String RESERVED = "builtin";

    private final ManifestSchema schema = new ManifestSchema();
    private final EnvironmentTexts texts;

    ManifestReader(Map<String, String> environment) {
        texts = new EnvironmentTexts(environment);
    }

    /** The manifest; empty when it is invalid, and the faults are added. */
    Optional<Manifest> read(ManifestFile file, ManifestFaults faults) {
        Optional<JsonNode> json = file.content(faults).flatMap(bytes -> StrictJson.object(bytes, faults));
        json.ifPresent(manifest -> schema.check(manifest, faults));
        return json.filter(well -> faults.isEmpty()).flatMap(manifest -> understood(file, manifest, faults));
    }

    private Optional<Manifest> understood(ManifestFile file, JsonNode manifest, ManifestFaults faults) {
        if (manifest.path("name").asText().equals(RESERVED)) {
            faults.add("name", "must not be " + RESERVED + ", which is part of the server");
        }
        Auth auth = new AuthReader(texts, faults).read(manifest.path("auth"));
        Optional<ToolVersion> version = faults.value(
                "version", () -> ToolVersion.parse(manifest.path("version").asText("1.0.0")));
        Optional<Integration> integration = faults.value("name", () -> integration(manifest, auth));
        if (version.isEmpty() || integration.isEmpty()) {
            return Optional.empty();
        }
        HttpReader.Head head = new HttpReader.Head(integration.get(), version.get(), auth);
        return target(file, manifest, head, faults)
                .filter(any -> faults.isEmpty())
                .map(target -> new Manifest(file.name(), head.integration(), head.version(), auth.client(), target));
    }

    private Optional<Manifest.Target> target(
            ManifestFile file, JsonNode manifest, HttpReader.Head head, ManifestFaults faults) {
        return head.integration().kind() == IntegrationKind.MCP
                ? new McpReader(texts, faults)
                        .read(manifest.path("mcp"), head.auth().place())
                        .map(Manifest.Mcp::new)
                : new HttpReader(texts, schema, faults)
                        .read(file, manifest, head)
                        .map(Manifest.Http::new);
    }

    private static Integration integration(JsonNode manifest, Auth auth) {
        return new Integration(
                new IntegrationName(manifest.path("name").asText()),
                manifest.path("displayName").asText(),
                manifest.path("description").asText(),
                manifest.path("kind").asText().equals("mcp") ? IntegrationKind.MCP : IntegrationKind.HTTP,
                auth.scheme(),
                roles(manifest));
    }

    private static Set<Role> roles(JsonNode manifest) {
        if (!manifest.has("roles")) {
            return Set.of(Role.USER);
        }
        return Texts.list(manifest.path("roles")).stream()
                .flatMap(name -> Role.fromWire(name).stream())
                .collect(Collectors.toSet());
    }
}
