package dev.guildhall.integrations.manifest;

import dev.guildhall.integrations.httptool.HttpToolEndpoint;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The integrations that manifests declare: those that come with the server, and those of a directory. */
public final class Manifests {
    private static final System.Logger LOG = System.getLogger(Manifests.class.getName());

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
        List<ManifestFault> faults = new ArrayList<>();
        Map<IntegrationName, Manifest> byName = new TreeMap<>();
        read(BundledFile.all(), reader, faults).forEach(bundled -> byName.put(name(bundled), bundled));
        ManifestFaults ofDirectory = new ManifestFaults(directory.toString());
        List<ManifestFile> files = DirectoryFile.all(directory, ofDirectory);
        faults.addAll(ofDirectory.all());
        Map<IntegrationName, String> own = new TreeMap<>();
        for (Manifest manifest : read(files, reader, faults)) {
            String earlier = own.put(name(manifest), manifest.file());
            if (earlier != null) {
                faults.add(new ManifestFault(
                        manifest.file(), "name", name(manifest) + " is the name of the integration in " + earlier));
            }
            Manifest before = byName.put(name(manifest), manifest);
            if (before != null && earlier == null) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "the integration {0} of {1} replaces the one that comes with the server",
                        name(manifest),
                        manifest.file());
            }
        }
        if (!faults.isEmpty()) {
            throw new BadManifests(faults);
        }
        return List.copyOf(byName.values());
    }

    private static List<Manifest> read(List<ManifestFile> files, ManifestReader reader, List<ManifestFault> faults) {
        List<Manifest> manifests = new ArrayList<>();
        for (ManifestFile file : files) {
            ManifestFaults ofFile = new ManifestFaults(file.name());
            reader.read(file, ofFile).ifPresent(manifests::add);
            faults.addAll(ofFile.all());
        }
        return manifests;
    }

    private static IntegrationName name(Manifest manifest) {
        return manifest.integration().name();
    }

    private static ToolEndpoint endpoint(Manifest manifest, EndpointParts parts) {
        Integration integration = manifest.integration();
        Optional<ConsentGateway> consent =
                manifest.oauth().map(client -> parts.consents().gateway(integration.name(), client));
        return switch (manifest.target()) {
            case Manifest.Http(var api) ->
                new HttpToolEndpoint(
                        integration, api, new HttpToolEndpoint.HttpClientParts(parts.http(), parts.clock()), consent);
            case Manifest.Mcp(var server) -> parts.servers().endpoint(integration, manifest.version(), server, consent);
        };
    }
}
