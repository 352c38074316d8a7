package dev.guildhall.ports.mail;

import java.time.Instant;
import java.util.List;

/** Driven port: mail that waits to be sent. Blocks. Takes part in {@code Transactions}. */
public interface MailStore {
    /**
     * Stores a mail, due at once.
     *
     * @param most how many may wait, 1 or more; about so many when several are added at once
     * @return false, with nothing written, when so many wait
     */
    boolean add(QueuedMail mail, int most);

    /**
     * Claims mails that are due, the one that is due for the longest time first: each of several callers gets others. A
     * claimed mail is due again at the given moment, unless it is removed.
     *
     * @param now the current time
     * @param again when a claim has expired
     * @param most how many at most, 1 or more
     * @return with one attempt more than stored before
     */
    List<QueuedMail> claim(Instant now, Instant again, int most);

    /** Sets when a mail is due; nothing happens when there is no such mail. */
    void postpone(MailId id, Instant due);

    /** Removes a mail, which was sent or given up; nothing happens when there is no such mail. */
    void remove(MailId id);
}
