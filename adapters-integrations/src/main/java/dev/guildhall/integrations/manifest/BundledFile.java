package dev.guildhall.integrations.manifest;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A manifest that comes with the server. */
record BundledFile(String resource) implements ManifestFile {
    static List<ManifestFile> all() {
        return Stream.of("github", "google", "slack")
                .<ManifestFile>map(name -> new BundledFile(name + ".json"))
                .toList();
    }

    @Override
    public String name() {
        return "built-in " + resource;
    }

    @Override
    public Optional<byte[]> content(ManifestFaults faults) {
        return Optional.of(ManifestSchema.bytes("/integrations/" + resource));
    }

    @Override
    public Optional<byte[]> beside(String other, ManifestFaults faults) {
        return Optional.of(ManifestSchema.bytes("/integrations/" + other));
    }
}
