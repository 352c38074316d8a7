package dev.guildhall.ports.file;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.run.Content;
import java.io.InputStream;
import java.util.List;

/**
 * Driving port: files of users (chat-16 to chat-19). Refuses with {@code CommonProblem.Unauthenticated}; with {@code
 * Forbidden} where a request names another user and the caller is no admin; with {@code NotFound} for a file that does
 * not exist or is another user's. Every method blocks.
 */
public interface Files {
    /**
     * Receives the content of one file. It becomes the caller's file when {@link #keep} stores it.
     *
     * @param content is read to its end and not closed
     * @throws dev.guildhall.ports.problem.Refusal with {@code FileProblem.TooLarge},
     *     {@code FileProblem.QuotaExceeded}, or {@code CommonProblem.Unavailable} when the storage has no space left
     */
    ReceivedFile receive(Caller caller, FileName name, InputStream content);

    /**
     * Keeps files that have been received, atomically. Files that are refused are discarded.
     *
     * @param files 1 or more
     * @return the caller's new files, in the same order
     * @throws dev.guildhall.ports.problem.Refusal with {@code FileProblem.QuotaExceeded}
     */
    List<StoredFile> keep(Caller caller, List<ReceivedFile> files);

    /**
     * Removes the content of files that will not be kept, because their form ended badly, and gives their bytes back to
     * the caller's quota. Content that another upload has stored too, or that belongs to a file, stays.
     */
    void discard(Caller caller, List<ReceivedFile> files);

    /** A user's files, newest first. */
    Page<StoredFile> list(Caller caller, UserId userId, PageRequest page);

    /** A file. */
    StoredFile find(Caller caller, FileId id);

    /** Opens a file's content for reading from its beginning; the caller closes it. */
    Content open(Caller caller, FileId id);

    /** Deletes a file. */
    void delete(Caller caller, FileId id);
}
