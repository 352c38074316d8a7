package dev.guildhall.app.config;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/** Checks which users of the machine can write the configuration file, since its settings decide what the server does. */
final class FileOwners {
    private static final Logger LOG = System.getLogger(FileOwners.class.getName());

    private FileOwners() {}

    /**
     * Why the file must not be read: its group or others can write it. Empty when only its owner can, and where files
     * have no such rights. It logs a warning when the owner is neither root nor the user of this process.
     */
    static Optional<String> fault(Path file) {
        try {
            PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
            Set<PosixFilePermission> rights = attributes.permissions();
            if (rights.contains(PosixFilePermission.GROUP_WRITE) || rights.contains(PosixFilePermission.OTHERS_WRITE)) {
                return Optional.of(file + ": its group or others can write it; take that right away (chmod go-w)");
            }
            String owner = attributes.owner().getName();
            if (!owner.equals("root") && !owner.equals(System.getProperty("user.name"))) {
                LOG.log(Level.WARNING, "{0} belongs to {1}, who can change what this server does", file, owner);
            }
            return Optional.empty();
        } catch (UnsupportedOperationException | IOException unknown) {
            return Optional.empty();
        }
    }
}
