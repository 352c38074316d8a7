package dev.guildhall.integrations.manifest;

import java.util.Optional;

/** A file that declares an integration. */
interface ManifestFile {
    /** What it is called in messages. */
    String name();

    /** What it holds; empty when it cannot be read, and the fault is added. */
    Optional<byte[]> content(ManifestFaults faults);

    /**
     * What a file beside it holds; empty when it cannot be read, and the fault is added.
     *
     * @param other its name, not a path
     */
    Optional<byte[]> beside(String other, ManifestFaults faults);
}
