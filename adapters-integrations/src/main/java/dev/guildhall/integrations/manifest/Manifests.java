package dev.guildhall.integrations.manifest;

import dev.guildhall.integrations.httptool.HttpToolEndpoint;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The integrations that manifests declare: those that come with the server, and those of a directory. */
public final class Manifests {
    private static final Logger LOG = System.getLogger(Manifests.class.getName());

    private Manifests() {}

    /**
     * Reads all manifests and creates an endpoint for each. Sends no requests.
     *
     * @param directory may be absent or empty; a file in it that ends in {@code .json} is a manifest, unless it ends in
     *     {@code .openapi.json}
     * @param environment the values for references in manifests
     * @return ordered by name
     * @throws BadManifests with all faults of all manifests
     */
    public static List<ToolEndpoint> load(Path directory, Map<String, String> environment, EndpointParts parts) {
        return all(directory, environment).stream()
                .map(manifest -> endpoint(manifest, parts))
                .toList();
    }

    static List<Manifest> all(Path directory, Map<String, String> environment) {
        ManifestReader reader = new ManifestReader(environment);
        Map<IntegrationName, Manifest> byName = new TreeMap<>();
        List<Manifest> bundled = BundledFile.all().stream().map(reader::read).toList();
        bundled.forEach(manifest -> byName.put(name(manifest), manifest));
        ManifestFaults ofDirectory = new ManifestFaults(directory.toString());
        List<ManifestFile> files = DirectoryFile.all(directory, ofDirectory);
        if (!ofDirectory.isEmpty()) {
            throw new BadManifests(ofDirectory.all());
        }
        List<Manifest> own = files.stream().map(reader::read).toList();
        own.stream().filter(Manifest::isValid).forEach(manifest -> put(manifest, byName, bundled));
        own.stream().filter(manifest -> !manifest.isValid()).forEach(manifest -> put(manifest, byName, bundled));
        byName.values().forEach(Manifests::warn);
        return List.copyOf(byName.values());
    }

    /** A second manifest of a name is invalid; one of the directory replaces the one that comes with the server. */
    private static void put(Manifest manifest, Map<IntegrationName, Manifest> byName, List<Manifest> bundled) {
        Manifest earlier = byName.get(name(manifest));
        if (earlier == null) {
            byName.put(name(manifest), manifest);
        } else if (!bundled.contains(earlier)) {
            String fault =
                    name(manifest) + " is the name of the integration in " + earlier.file() + ". Choose another name.";
            Manifest unlike = manifest.unlike(byName.keySet(), fault);
            byName.put(name(unlike), unlike);
        } else {
            byName.put(name(manifest), manifest);
            LOG.log(
                    Level.INFO,
                    "the integration {0} of {1} replaces the one that comes with the server",
                    name(manifest),
                    manifest.file());
        }
    }

    private static void warn(Manifest manifest) {
        if (manifest.target() instanceof Manifest.Invalid) {
            LOG.log(
                    Level.WARNING,
                    "{0} is not used: {1}",
                    manifest.file(),
                    manifest.integration().fault().orElse(""));
        }
        if (manifest.target() instanceof Manifest.Http(var api)) {
            api.leftOut()
                    .forEach(tool -> LOG.log(
                            Level.WARNING,
                            "{0}: {1} is not a tool: {2}",
                            manifest.file(),
                            tool.field(),
                            tool.message()));
        }
    }

    private static IntegrationName name(Manifest manifest) {
        return manifest.integration().name();
    }

    private static ToolEndpoint endpoint(Manifest manifest, EndpointParts parts) {
        Integration integration = manifest.integration();
        Optional<ConsentGateway> consent =
                manifest.oauth().map(client -> parts.consents().gateway(integration.name(), client));
        return switch (manifest.target()) {
            case Manifest.Invalid() -> new InvalidEndpoint(integration);
            case Manifest.Http(var api) ->
                new HttpToolEndpoint(
                        integration, api, new HttpToolEndpoint.HttpClientParts(parts.http(), parts.clock()), consent);
            case Manifest.Mcp(var server) ->
                parts.servers()
                        .endpoint(
                                integration,
                                manifest.version(),
                                server,
                                new EndpointParts.SignIn(consent, manifest.client()));
        };
    }
}
