package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.core.Parts;
import dev.guildhall.http.Service;
import dev.guildhall.integrations.builtin.DocumentText;
import dev.guildhall.integrations.text.StructuredDocuments;
import dev.guildhall.persistence.disk.DiskBlobStore;
import java.nio.file.Path;

/** The content of users' files: in a directory below the data directory, which all nodes of one database share. */
final class UserFiles {
    static final String FILES = "files";

    private UserFiles() {}

    /** Adds it to the parts of a core on a node that has a service which reads files. */
    static void install(Config config, Parts parts) {
        if (!config.services().contains(Service.CHAT) && !config.services().contains(Service.AGENT)) {
            return;
        }
        Path files = config.dataDir().resolve(FILES);
        DataDirectory.prepare(config.dataDir());
        DataDirectory.prepare(files);
        parts.fileBlobs(new DiskBlobStore(files, parts.clock()))
                .fileText(new DocumentText())
                .documentParser(new StructuredDocuments());
    }
}
