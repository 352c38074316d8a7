package dev.guildhall.persistence.backup;

import dev.guildhall.persistence.db.StoredJson;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The description of a backup, which is its first entry.
 *
 * @param version of the program that made it
 * @param createdAt when its snapshot of the database was taken
 * @param migrations that the database has, as {@code Migrations} writes them
 * @param secretCheck what only the installation's secret key opens; absent when the database has no key yet
 * @param columns of each table; a table comes after all tables that it refers to
 */
record BackupManifest(
        String version,
        Instant createdAt,
        List<String> migrations,
        Optional<String> secretCheck,
        Map<String, List<String>> columns) {
    private static final int FORMAT = 1;

    BackupManifest {
        migrations = List.copyOf(migrations);
        columns = new LinkedHashMap<>(columns);
    }

    String json() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("format", FORMAT);
        object.put("version", version);
        object.put("createdAt", createdAt.toString());
        object.put("migrations", migrations);
        secretCheck.ifPresent(check -> object.put("secretCheck", check));
        object.put("columns", columns);
        return StoredJson.write(object);
    }

    /**
     * Reads a description.
     *
     * @throws BackupFailure when a newer version of the program made it
     * @throws RuntimeException when it is no description
     */
    static BackupManifest of(String json) {
        Map<String, Object> object = StoredJson.readObject(json);
        String version = (String) member(object, "version");
        if (!member(object, "format").equals(FORMAT)) {
            throw new BackupFailure("the backup was made by Guildhall " + version + " in a form that this version does"
                    + " not read: restore it with that version");
        }
        Map<String, List<String>> columns = new LinkedHashMap<>();
        ((Map<?, ?>) member(object, "columns")).forEach((table, names) -> columns.put((String) table, texts(names)));
        return new BackupManifest(
                version,
                Instant.parse((String) member(object, "createdAt")),
                texts(member(object, "migrations")),
                Optional.ofNullable((String) object.get("secretCheck")),
                columns);
    }

    private static Object member(Map<String, Object> object, String name) {
        return Objects.requireNonNull(object.get(name), name);
    }

    private static List<String> texts(Object list) {
        return ((List<?>) list).stream().map(String.class::cast).toList();
    }
}
