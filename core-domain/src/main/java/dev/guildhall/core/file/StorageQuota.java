package dev.guildhall.core.file;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.FileProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;

/**
 * The quota of stored bytes of each user: the files, the documents, the pictures, sounds and files within the messages of chats and the results of
 * tools there, and
 * stored answers (general-28).
 */
public final class StorageQuota {
    private final Stores stores;
    private final long most;

    /** @param most how many bytes a user may have */
    public StorageQuota(Stores stores, long most) {
        this.stores = stores;
        this.most = most;
    }

    /** How many more bytes the user may store; below zero when the quota was larger before. */
    long left(UserId userId) {
        return leftForFiles(userId) - stores.files().bytesOf(userId);
    }

    /** How many bytes the user's files may have. */
    long leftForFiles(UserId userId) {
        return most
                - stores.knowledge().bytesOf(userId)
                - stores.conversations().mediaBytesOf(userId)
                - stores.agents().mediaBytesOf(userId)
                - stores.responses().bytesOf(userId);
    }

    /**
     * Requires room for the media of new messages. Others that store something for the user wait until the open
     * transaction, which stores the messages, has ended.
     *
     * @throws Refusal with {@code FileProblem.QuotaExceeded}
     */
    public void requireRoom(UserId userId, long bytes) {
        stores.files().lock(userId);
        if (left(userId) < bytes) {
            throw exceeded();
        }
    }

    Refusal exceeded() {
        return new Refusal(new FileProblem.QuotaExceeded(most));
    }
}
