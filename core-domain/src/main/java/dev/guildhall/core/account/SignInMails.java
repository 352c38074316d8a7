package dev.guildhall.core.account;

import dev.guildhall.core.mail.Outbox;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.mail.MailKind;
import dev.guildhall.ports.session.SessionOrigin;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Tells users by mail of sign-ins from browsers that their accounts never used (accounts-44). */
public final class SignInMails {
    /** Separates browsers from the addresses that the store keeps in the same list. */
    private static final String PREFIX = "browser: ";

    /** Is there when a browser was noted: the first one, such as that of the registration, is not told. */
    private static final String ANY = "browsers";

    private final InstantSource clock;
    private final AccountStore accounts;
    private final SettingsService settings;
    private final Outbox outbox;

    public SignInMails(InstantSource clock, AccountStore accounts, SettingsService settings, Outbox outbox) {
        this.clock = clock;
        this.accounts = accounts;
        this.settings = settings;
        this.outbox = outbox;
    }

    /** Notes the browser of a sign-in, in its transaction, and queues the mail when it is a new one. */
    void note(Account account, SessionOrigin origin) {
        Instant now = clock.instant();
        String name = UserAgents.name(origin);
        boolean isFirst = !accounts.hasSignedInFrom(account.id(), ANY, Instant.EPOCH);
        boolean isKnown = accounts.hasSignedInFrom(account.id(), PREFIX + name, Instant.EPOCH);
        accounts.noteSignInAddress(account.id(), ANY, now);
        accounts.noteSignInAddress(account.id(), PREFIX + name, now);
        if (!isKnown && !isFirst && settings.current().sendsMail()) {
            String where =
                    name + origin.address().map(address -> ", from " + address).orElse("") + ", at " + now;
            account.email().ifPresent(to -> outbox.add(MailKind.NEW_SIGN_IN, to, Optional.of(where)));
        }
    }
}
