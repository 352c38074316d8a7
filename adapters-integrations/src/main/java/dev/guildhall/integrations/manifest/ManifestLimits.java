package dev.guildhall.integrations.manifest;

/** Every bound of this package. */
final class ManifestLimits {
    /** The most manifests in a directory. */
    static final int FILES = 500;

    /** The most bytes of a manifest. */
    static final int MANIFEST_BYTES = 1024 * 1024;

    /** The most bytes of an OpenAPI document. */
    static final int OPENAPI_BYTES = 8 * 1024 * 1024;

    /** How deep either may be nested. */
    static final int DEPTH = 100;

    /** The most faults that are told at once. */
    static final int FAULTS = 200;

    private ManifestLimits() {}
}
