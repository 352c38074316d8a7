package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.integrations.manifest.AuthReader.Auth;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a manifest: first checks its structure with the published schema, then its meaning. */
final class ManifestReader {
    /** The name for the server's own tools. */
    static final String RESERVED = "builtin";

    private static final String ACTIONS = "actions";

    private final ManifestSchema schema = new ManifestSchema();
    private final EnvironmentTexts texts;

    ManifestReader(Map<String, String> environment) {
        texts = new EnvironmentTexts(environment);
    }

    /** The manifest; an invalid one says why. */
    Manifest read(ManifestFile file) {
        ManifestFaults faults = new ManifestFaults(file.name());
        Optional<JsonNode> json = file.content(faults).flatMap(bytes -> StrictJson.object(bytes, faults));
        return json.map(manifest -> checked(manifest, faults))
                .filter(manifest -> faults.isEmpty())
                .flatMap(manifest -> understood(file, manifest, faults))
                .orElseGet(() -> Manifest.invalid(file.name(), json.orElse(MissingNode.getInstance()), faults.all()));
    }

    /** The manifest without actions that violate the schema, which are left out; all other violations are faults. */
    private JsonNode checked(JsonNode manifest, ManifestFaults faults) {
        ManifestFaults all = new ManifestFaults("");
        schema.check(manifest, all);
        if (all.isEmpty() || !manifest.path(ACTIONS).isObject()) {
            all.all().forEach(fault -> faults.add(fault.path(), fault.message()));
            return manifest;
        }
        ObjectNode good = JsonNodeFactory.instance.objectNode();
        ObjectNode frame = manifest.deepCopy();
        int looked = 0;
        for (Map.Entry<String, JsonNode> action : manifest.path(ACTIONS).properties()) {
            String path = ACTIONS + "." + action.getKey();
            if (++looked > ManifestLimits.ACTIONS) {
                faults.leaveOut(
                        new Violation(path, "is beyond the " + ManifestLimits.ACTIONS + " actions of a manifest"));
                continue;
            }
            frame.putObject(ACTIONS).set(action.getKey(), action.getValue());
            ManifestFaults ofAction = new ManifestFaults("");
            schema.check(frame, ofAction);
            List<ManifestFault> own = ofAction.all().stream()
                    .filter(fault -> fault.path().startsWith(ACTIONS))
                    .toList();
            own.forEach(fault -> faults.leaveOut(path, fault));
            if (own.isEmpty()) {
                good.set(action.getKey(), action.getValue());
            }
        }
        if (good.isEmpty()) {
            all.all().forEach(fault -> faults.add(fault.path(), fault.message()));
            return manifest;
        }
        frame.set(ACTIONS, good);
        schema.check(frame, faults);
        return frame;
    }

    private Optional<Manifest> understood(ManifestFile file, JsonNode manifest, ManifestFaults faults) {
        if (manifest.path("name").asText().equals(RESERVED)) {
            faults.add("name", "must not be " + RESERVED + ", which is part of the server");
        }
        Auth auth = new AuthReader(texts, faults).read(manifest.path("auth"));
        boolean isAsked = manifest.path("mcp").has("url");
        if (auth.scheme() instanceof AuthScheme.OAuth2 && !manifest.path("auth").has("tokenUrl") && !isAsked) {
            faults.add("auth.tokenUrl", "is required: only an MCP server with a url is asked where to sign in");
        }
        Optional<ToolVersion> version = faults.value(
                "version", () -> ToolVersion.parse(manifest.path("version").asText("1.0.0")));
        Optional<Integration> integration = faults.value("name", () -> integration(manifest, auth));
        if (version.isEmpty() || integration.isEmpty()) {
            return Optional.empty();
        }
        HttpReader.Head head = new HttpReader.Head(integration.get(), version.get(), auth);
        return target(file, manifest, head, faults)
                .filter(any -> faults.isEmpty())
                .map(target -> new Manifest(
                        file.name(), head.integration(), head.version(), auth.client(), auth.discovered(), target));
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
                roles(manifest),
                auth.missing(),
                manifest.path("sampling").asBoolean());
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
