package dev.guildhall.http.webchat;

import dev.guildhall.http.json.Json;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.file.StoredFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of a user's file. */
record StoredFileJson(String id, String name, long size, String contentType, String sha256, String createdAt) {
    static StoredFileJson of(StoredFile file) {
        return new StoredFileJson(
                file.id().value(),
                file.name().value(),
                file.size(),
                file.contentType(),
                file.sha256().value(),
                Json.timestamp(file.createdAt()));
    }

    /** A page of files; {@code nextCursor} is null on the last page. */
    record PageJson(List<StoredFileJson> files, @Nullable String nextCursor) {
        static PageJson of(Page<StoredFile> page) {
            return new PageJson(
                    page.items().stream().map(StoredFileJson::of).toList(),
                    page.next().map(Cursor::encode).orElse(null));
        }
    }

    /** The files that a request uploaded. */
    record UploadedJson(List<StoredFileJson> files) {
        static UploadedJson of(List<StoredFile> files) {
            return new UploadedJson(files.stream().map(StoredFileJson::of).toList());
        }
    }
}
