package dev.guildhall.core.mail;

import dev.guildhall.ports.mail.MailFailure;
import dev.guildhall.ports.mail.MailStore;
import dev.guildhall.ports.mail.Mailer;
import dev.guildhall.ports.mail.QueuedMail;
import dev.guildhall.ports.mail.SmtpAddress;
import dev.guildhall.ports.settings.CurrentSettings;
import dev.guildhall.ports.settings.InstallationSettings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Sends mail that waits, one at a time; of several nodes each takes others. A mail that the server does not take is tried
 * again after one minute and then after twice the time before, for a day.
 */
public final class MailDelivery implements Runnable {
    /** How often the mail that waits is looked at. */
    public static final Duration EVERY = Duration.ofSeconds(1);

    private static final Logger LOG = System.getLogger(MailDelivery.class.getName());
    private static final Duration CLAIM = Duration.ofMinutes(5);
    private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
    private static final Duration GIVE_UP = Duration.ofDays(1);
    private static final int MOST_DOUBLED = 6;

    private final InstantSource clock;
    private final MailStore mails;
    private final Supplier<CurrentSettings> settings;
    private final MailTexts texts;
    private final Mailer mailer;
    private final boolean hasPages;

    /**
     * Creates the delivery.
     *
     * @param hasPages whether this node serves the pages that links lead to; one that does not leaves the mail to others
     *     as long as no public address is set
     */
    public MailDelivery(
            InstantSource clock,
            MailStore mails,
            Supplier<CurrentSettings> settings,
            MailTexts texts,
            Mailer mailer,
            boolean hasPages) {
        this.clock = clock;
        this.mails = mails;
        this.settings = settings;
        this.texts = texts;
        this.mailer = mailer;
        this.hasPages = hasPages;
    }

    @Override
    public void run() {
        InstallationSettings now = settings.get().values();
        Optional<SmtpAddress> server =
                now.smtp().filter(known -> hasPages || now.publicUrl().isPresent());
        while (server.isPresent() && !Thread.currentThread().isInterrupted()) {
            Instant at = clock.instant();
            List<QueuedMail> claimed = mails.claim(at, at.plus(CLAIM), 1);
            if (claimed.isEmpty()) {
                return;
            }
            send(server.get(), claimed.getFirst());
        }
    }

    private void send(SmtpAddress server, QueuedMail mail) {
        if (clock.instant().isAfter(mail.createdAt().plus(GIVE_UP))) {
            giveUp(mail, "it has waited for more than a day");
            return;
        }
        Optional<MailFailure> failure = texts.write(mail).flatMap(written -> mailer.send(server, written));
        failure.ifPresentOrElse(reason -> failed(mail, reason), () -> mails.remove(mail.id()));
    }

    private void failed(QueuedMail mail, MailFailure failure) {
        Instant now = clock.instant();
        Instant next = now.plus(pause(mail.attempts()));
        String kind = mail.kind().wireName();
        if (failure.isPermanent() || next.isAfter(mail.createdAt().plus(GIVE_UP))) {
            giveUp(mail, failure.reason());
        } else {
            mails.postpone(mail.id(), next);
            LOG.log(
                    Level.WARNING,
                    "mail {0} ({1}) was not sent, next try at {2}: {3}",
                    mail.id().value(),
                    kind,
                    next,
                    failure.reason());
        }
    }

    private void giveUp(QueuedMail mail, String reason) {
        mails.remove(mail.id());
        LOG.log(
                Level.WARNING,
                "mail {0} ({1}) is given up: {2}",
                mail.id().value(),
                mail.kind().wireName(),
                reason);
    }

    private static Duration pause(int attempts) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.clamp(attempts - 1L, 0, MOST_DOUBLED));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }
}
