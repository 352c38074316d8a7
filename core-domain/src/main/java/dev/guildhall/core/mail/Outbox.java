package dev.guildhall.core.mail;

import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.mail.MailId;
import dev.guildhall.ports.mail.MailKind;
import dev.guildhall.ports.mail.MailStore;
import dev.guildhall.ports.mail.QueuedMail;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Takes mail, in the transaction that causes it; {@link MailDelivery} sends it. */
public final class Outbox {
    private static final int MOST = 10_000;
    private static final Duration LATER = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final IdSource ids;
    private final MailStore mails;

    public Outbox(InstantSource clock, IdSource ids, MailStore mails) {
        this.clock = clock;
        this.ids = ids;
        this.mails = mails;
    }

    /**
     * Queues a mail.
     *
     * @param secret what its link has; absent where that is made when the mail is sent
     * @throws Refusal with {@code CommonProblem.RateLimited} when too many mails wait
     */
    public void add(MailKind kind, Email to, Optional<String> secret) {
        QueuedMail mail = new QueuedMail(new MailId(ids.next("mail")), kind, to, secret, clock.instant(), 0);
        if (!mails.add(mail, MOST)) {
            throw new Refusal(new CommonProblem.RateLimited(
                    LATER, CommonProblem.RateLimited.Counted.REQUESTS, "too many mails wait to be sent"));
        }
    }
}
