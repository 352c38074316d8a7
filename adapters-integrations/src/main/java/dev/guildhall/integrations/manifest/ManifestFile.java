package dev.guildhall.integrations.manifest;

import java.util.Optional;

/** A file that declares an integration. */
interface ManifestFile {
    /** The file's name in messages. */
    String name();

    /** The content; empty when it cannot be read, and the fault is added. */
    Optional<byte[]> content(ManifestFaults faults);

    /** The content of another file in the same directory; empty when it cannot be read, and the fault is added. */
    Optional<byte[]> beside(String other, ManifestFaults faults);
}
