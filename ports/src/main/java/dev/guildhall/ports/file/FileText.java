package dev.guildhall.ports.file;

import dev.guildhall.ports.UserId;

/** Driven port: extracts the text of files. */
public interface FileText {
    /** The most bytes of a file whose text can be extracted: 5 MiB. */
    int MAX_BYTES = 5 * 1024 * 1024;

    /**
     * Extracts the text. Blocks while it works; an interrupt ends it.
     *
     * @param userId the user for whom it is extracted: the work of one user does not keep others waiting
     * @param content {@value #MAX_BYTES} bytes at most
     * @param contentType the media type of the content
     * @param most the most characters (UTF-16) to return, 1 or more
     * @return the beginning of the text, {@code most} characters at most; may be empty
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} of the field {@code fileId} when
     *     the content has no text, is malformed or takes too long
     */
    String read(UserId userId, byte[] content, String contentType, int most);
}
