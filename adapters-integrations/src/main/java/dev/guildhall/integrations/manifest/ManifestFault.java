package dev.guildhall.integrations.manifest;

/**
 * Something that is wrong with a manifest.
 *
 * @param file which one
 * @param path where in it, for example {@code actions.create_issue.path}; empty for the file as a whole
 * @param message what is wrong
 */
public record ManifestFault(String file, String path, String message) {
    @Override
    public String toString() {
        return file + ": " + (path.isEmpty() ? "" : path + ": ") + message;
    }
}
