package dev.guildhall.integrations.manifest;

import java.util.List;
import java.util.stream.Collectors;

/** Invalid manifests: all faults of all manifests, one line each. */
public final class BadManifests extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<ManifestFault> faults;

    BadManifests(List<ManifestFault> faults) {
        super(faults.stream().map(ManifestFault::toString).collect(Collectors.joining(System.lineSeparator())));
        this.faults = List.copyOf(faults);
    }

    /** The faults, file by file. */
    public List<ManifestFault> faults() {
        return faults;
    }
}
