package dev.guildhall.integrations.manifest;

final class ManifestLimits {
    /** The largest number of manifests in a directory. */
    static final int FILES = 500;

    /** The largest number of actions of a manifest. */
    static final int ACTIONS = 200;

    /** The largest size of a manifest, in bytes. */
    static final int MANIFEST_BYTES = 1024 * 1024;

    /** The largest size of an OpenAPI document, in bytes. */
    static final int OPENAPI_BYTES = 5 * 1024 * 1024;

    /** The largest number of faults that are reported together. */
    static final int FAULTS = 200;

    private ManifestLimits() {}
}
