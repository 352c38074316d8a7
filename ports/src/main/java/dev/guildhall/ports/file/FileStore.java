package dev.guildhall.ports.file;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.run.Sha256;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Driven port: the records of files; they are deleted with their account. Files of another account that
 * counted for a deleted one count for their owner then. Blocks. Takes part in
 * {@code Transactions}.
 */
public interface FileStore extends UserData {
    /**
     * Stores new files, atomically.
     *
     * @param userId the user for whom they count ({@link StoredFile#countsFor})
     * @param most how many bytes the files that count for the user may have together
     * @return false, with nothing written, when they would have more; also correct for concurrent calls
     */
    boolean add(UserId userId, List<StoredFile> files, long most);

    /**
     * Keeps other transactions from adding files that count for the user until the open one has ended; they wait.
     *
     * @throws IllegalStateException outside of a transaction
     */
    void lock(UserId userId);

    /** The file; empty when there is none. */
    Optional<StoredFile> find(FileId id);

    /** A user's files, newest first. */
    Page<StoredFile> ofUser(UserId userId, PageRequest page);

    /** How many bytes the files that count for a user have together. */
    long bytesOf(UserId userId);

    /** Removes a file; nothing happens when there is none. */
    void remove(FileId id);

    /** Those of the given contents that belong to a file. */
    Set<Sha256> inUse(Set<Sha256> contents);
}
