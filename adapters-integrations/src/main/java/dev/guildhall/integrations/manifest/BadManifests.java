package dev.guildhall.integrations.manifest;

import java.util.List;
import java.util.stream.Collectors;

/** Manifests that cannot be used: everything that is wrong with any of them, one line each. */
public final class BadManifests extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<ManifestFault> faults;

    BadManifests(List<ManifestFault> faults) {
        super(faults.stream().map(ManifestFault::toString).collect(Collectors.joining(System.lineSeparator())));
        this.faults = List.copyOf(faults);
    }

    /** What is wrong, file by file. */
    public List<ManifestFault> faults() {
        return faults;
    }
}
