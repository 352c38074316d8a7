package dev.guildhall.integrations.manifest;

/** A fault of a manifest, at a path such as {@code actions.create_issue.path}; the empty path is the whole file. */
public record ManifestFault(String file, String path, String message) {
    @Override
    public String toString() {
        return file + ": " + (path.isEmpty() ? "" : path + ": ") + message;
    }
}
