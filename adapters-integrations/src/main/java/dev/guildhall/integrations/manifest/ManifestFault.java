package dev.guildhall.integrations.manifest;

/**
 * A fault of a manifest.
 *
 * @param file the file's name
 * @param path the position in it, for example {@code actions.create_issue.path}; empty for the whole file
 * @param message the fault
 */
public record ManifestFault(String file, String path, String message) {
    @Override
    public String toString() {
        return file + ": " + (path.isEmpty() ? "" : path + ": ") + message;
    }
}
