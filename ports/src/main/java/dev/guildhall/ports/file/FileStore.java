package dev.guildhall.ports.file;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.run.Sha256;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Driven port: what is known of files; they go with their account. Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface FileStore {
    /**
     * Keeps new files of one user: all or none.
     *
     * @param most how many bytes the user's files may have together
     * @return false, with nothing written, when they would have more, also under concurrency
     */
    boolean add(UserId userId, List<StoredFile> files, long most);

    /** The file; empty when there is none. */
    Optional<StoredFile> find(FileId id);

    /** A user's files, newest first. */
    Page<StoredFile> ofUser(UserId userId, PageRequest page);

    /** How many bytes a user's files have together. */
    long bytesOf(UserId userId);

    /** Forgets a file; nothing happens when there is none. */
    void remove(FileId id);

    /** Which of this content belongs to a file. */
    Set<Sha256> inUse(Set<Sha256> contents);
}
