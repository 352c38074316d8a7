package dev.guildhall.core.mail;

import dev.guildhall.core.security.Secrets;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountToken;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.TokenKind;
import dev.guildhall.ports.mail.Mail;
import dev.guildhall.ports.mail.QueuedMail;
import dev.guildhall.ports.settings.CurrentSettings;
import dev.guildhall.ports.settings.PublicUrl;
import dev.guildhall.ports.storage.AccountStores;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** Writes mails when they are sent, with the tokens of their links. */
public final class MailTexts {
    private static final Duration RESET_LIFE = Duration.ofHours(1);
    private static final Duration VERIFICATION_LIFE = Duration.ofDays(1);

    private final InstantSource clock;
    private final Secrets secrets;
    private final AccountStores stores;
    private final Supplier<CurrentSettings> settings;

    public MailTexts(
            InstantSource clock, SecretSource secrets, AccountStores stores, Supplier<CurrentSettings> settings) {
        this.clock = clock;
        this.secrets = new Secrets(secrets);
        this.stores = stores;
        this.settings = settings;
    }

    /** The link of an invitation. */
    public String invitation(String token) {
        return link("/invitation#", token);
    }

    /** The mail; empty when there is no reason for it any more, or never was one. */
    Optional<Mail> write(QueuedMail mail) {
        return switch (mail.kind()) {
            case INVITATION -> mail.secret().map(token -> invited(mail, token));
            case NEW_SIGN_IN -> mail.secret().map(where -> newSignIn(mail, where));
            case VERIFICATION ->
                account(mail).filter(account -> !account.emailVerified()).map(this::verification);
            case PASSWORD_RESET ->
                account(mail).filter(account -> !account.rights().disabled()).map(this::reset);
        };
    }

    /** Looked up when the mail is sent: a request to send it takes the same time with and without an account. */
    private Optional<Account> account(QueuedMail mail) {
        return stores.accounts().findByAnySpelling(mail.to());
    }

    private Mail invited(QueuedMail mail, String token) {
        return mail(mail.to(), "You are invited to Guildhall at " + host(), """
            You are invited to Guildhall at %s.

            Register with this link, which works once:
            %s

            If you do not know why you got this mail, you need not do anything.
            """.formatted(host(), invitation(token)));
    }

    private Mail newSignIn(QueuedMail mail, String where) {
        return mail(mail.to(), "New sign-in to Guildhall at " + host(), """
            Your account at %s was signed in to from a browser that it had not used before:
            %s

            If it was you, you need not do anything.

            If it was not you, end the session and change your password:
            %s
            """.formatted(
                        host(), where, address().value() + "/account/sessions"));
    }

    private Mail verification(Account account) {
        String token = token(account, TokenKind.VERIFICATION, VERIFICATION_LIFE);
        return mail(account.email().orElseThrow(), "Verify your address for Guildhall at " + host(), """
            Somebody registered an account at %s with this address.

            If it was you, open this link within a day to verify the address:
            %s

            If it was not you, you need not do anything.
            """.formatted(
                        host(), link("/verify-email#", token)));
    }

    private Mail reset(Account account) {
        String token = token(account, TokenKind.PASSWORD_RESET, RESET_LIFE);
        return mail(account.email().orElseThrow(), "Set another password for Guildhall at " + host(), """
            Somebody asked for another password of your account at %s.

            If it was you, open this link within an hour; it works once and signs you out everywhere:
            %s

            If it was not you, you need not do anything: your password stays as it is.
            """.formatted(
                        host(), link("/reset-password#", token)));
    }

    private String token(Account account, TokenKind kind, Duration life) {
        String token = secrets.fresh();
        stores.accountTokens()
                .add(new AccountToken(
                        Secrets.hash(token),
                        kind,
                        Optional.of(account.id()),
                        account.email(),
                        clock.instant().plus(life)));
        return token;
    }

    private Mail mail(Email to, String subject, String text) {
        return new Mail(settings.get().mailFrom(), to, subject, text);
    }

    private String link(String path, String secret) {
        return address().value() + path + secret;
    }

    private String host() {
        return address().host();
    }

    private PublicUrl address() {
        return settings.get().address();
    }
}
