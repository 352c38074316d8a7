package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.consent.OAuthClientOptions;
import dev.guildhall.integrations.discovery.ConfiguredClient;
import dev.guildhall.integrations.httptool.HttpApi;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An integration as a file declares it, with its references to the environment resolved. {@code oauth} is absent when
 * there is no registration at the provider, or it is not configured; {@code client} is one for a discovered provider.
 */
record Manifest(
        String file,
        Integration integration,
        ToolVersion version,
        Optional<OAuthClientOptions> oauth,
        Optional<ConfiguredClient> client,
        Target target) {
    private static final int SHOWN = 10;
    private static final int SUFFIX = 10;

    /** A manifest that cannot be used, under its own name if that is valid, else under that of its file. */
    static Manifest invalid(String file, JsonNode json, List<ManifestFault> faults) {
        IntegrationName name = Optional.of(json.path("name").asText())
                .filter(own -> !own.equals(ManifestReader.RESERVED) && own.matches("[a-z0-9_-]{1,64}"))
                .map(IntegrationName::new)
                .orElseGet(() -> nameOf(file));
        String fault = "Its manifest is invalid; correct it, and restart the server. "
                + faults.stream().limit(SHOWN).map(ManifestFault::toString).collect(Collectors.joining("; "));
        return invalid(file, name, json.path("displayName").asText(name.value()), fault);
    }

    private static Manifest invalid(String file, IntegrationName name, String displayName, String fault) {
        return new Manifest(
                file,
                new Integration(
                        name,
                        displayName,
                        "",
                        IntegrationKind.HTTP,
                        new AuthScheme.None(),
                        Set.of(Role.USER),
                        Optional.of(fault)),
                new ToolVersion("0"),
                Optional.empty(),
                Optional.empty(),
                new Invalid());
    }

    private static IntegrationName nameOf(String file) {
        String plain = file.toLowerCase(Locale.ROOT).replaceAll("\\.json$", "").replaceAll("[^a-z0-9_-]+", "-");
        String cut = plain.substring(0, Math.min(plain.length(), IntegrationName.MAX - SUFFIX));
        return new IntegrationName(cut.equals(ManifestReader.RESERVED) ? cut + "-manifest" : cut);
    }

    /** An invalid manifest instead of one whose name is taken, under the name of its file. */
    Manifest unlike(Set<IntegrationName> taken, String fault) {
        IntegrationName name = nameOf(file);
        for (int i = 2; taken.contains(name); i++) {
            name = new IntegrationName(nameOf(file) + "_" + i);
        }
        return invalid(
                file,
                name,
                integration.displayName(),
                isValid() ? fault : integration.fault().orElse(fault));
    }

    boolean isValid() {
        return !(target instanceof Invalid);
    }

    /** The kind of the tools. */
    sealed interface Target {}

    /** There are no tools. */
    record Invalid() implements Target {}

    record Http(HttpApi api) implements Target {}

    record Mcp(McpServerOptions server) implements Target {}
}
