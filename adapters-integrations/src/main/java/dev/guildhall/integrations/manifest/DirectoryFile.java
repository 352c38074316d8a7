package dev.guildhall.integrations.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A manifest in the directory. Symbolic links are followed within the directory, but not out of it. */
record DirectoryFile(Path directory, String file) implements ManifestFile {
    private static final String ENDING = ".json";
    private static final String OPENAPI_ENDING = ".openapi.json";

    /** All manifests of a directory, by name; none when the directory does not exist. */
    static List<ManifestFile> all(Path directory, ManifestFaults faults) {
        if (!Files.exists(directory)) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (isManifest(name)) {
                    names.add(name);
                }
                if (names.size() > ManifestLimits.FILES) {
                    faults.add("", "has more than " + ManifestLimits.FILES + " manifests");
                    return List.of();
                }
            }
            Path real = directory.toRealPath();
            return names.stream()
                    .sorted()
                    .<ManifestFile>map(name -> new DirectoryFile(real, name))
                    .toList();
        } catch (IOException unreadable) {
            faults.add("", "cannot be read as a directory");
            return List.of();
        }
    }

    private static boolean isManifest(String name) {
        return name.endsWith(ENDING) && !name.endsWith(OPENAPI_ENDING) && !name.startsWith(".");
    }

    @Override
    public String name() {
        return file;
    }

    @Override
    public Optional<byte[]> content(ManifestFaults faults) {
        return read(file, ManifestLimits.MANIFEST_BYTES, "", faults);
    }

    @Override
    public Optional<byte[]> beside(String other, ManifestFaults faults) {
        return read(other, ManifestLimits.OPENAPI_BYTES, "openapi", faults);
    }

    private Optional<byte[]> read(String name, int most, String path, ManifestFaults faults) {
        try {
            Path real = directory.resolve(name).toRealPath();
            if (!real.startsWith(directory)) {
                faults.add(path, name + " is a link out of the directory, which is not followed");
                return Optional.empty();
            }
            if (!Files.isRegularFile(real)) {
                faults.add(path, name + " is not a file");
                return Optional.empty();
            }
            return bounded(real, name, most, path, faults);
        } catch (IOException unreadable) {
            faults.add(path, name + " does not exist, or cannot be read");
            return Optional.empty();
        }
    }

    private static Optional<byte[]> bounded(Path real, String name, int most, String path, ManifestFaults faults)
            throws IOException {
        try (InputStream in = Files.newInputStream(real)) {
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                faults.add(path, name + " has more than " + most + " bytes");
                return Optional.empty();
            }
            return Optional.of(bytes);
        }
    }
}
