package dev.guildhall.core;

import dev.guildhall.core.account.AccountPurge;
import dev.guildhall.core.account.AccountSecurityService;
import dev.guildhall.core.account.AccountService;
import dev.guildhall.core.account.AccountSweep;
import dev.guildhall.core.account.ActiveCalls;
import dev.guildhall.core.account.AdministrationService;
import dev.guildhall.core.account.Admins;
import dev.guildhall.core.account.ApiKeyService;
import dev.guildhall.core.account.Attempts;
import dev.guildhall.core.account.AuditJournal;
import dev.guildhall.core.account.ExternalAccountService;
import dev.guildhall.core.account.FactorService;
import dev.guildhall.core.account.FirstAdmin;
import dev.guildhall.core.account.GroupService;
import dev.guildhall.core.account.GroupSuccession;
import dev.guildhall.core.account.HashingBulkhead;
import dev.guildhall.core.account.IdentityLinks;
import dev.guildhall.core.account.InvitationService;
import dev.guildhall.core.account.LastSeen;
import dev.guildhall.core.account.MailedLinksService;
import dev.guildhall.core.account.OAuthSignInService;
import dev.guildhall.core.account.OAuthStates;
import dev.guildhall.core.account.Passkeys;
import dev.guildhall.core.account.PasswordCheck;
import dev.guildhall.core.account.ProfileService;
import dev.guildhall.core.account.Reauthentication;
import dev.guildhall.core.account.Registrations;
import dev.guildhall.core.account.SecondFactors;
import dev.guildhall.core.account.ServiceAccounts;
import dev.guildhall.core.account.SessionService;
import dev.guildhall.core.account.SettingsService;
import dev.guildhall.core.account.SignInMails;
import dev.guildhall.core.account.SigningKeyRotation;
import dev.guildhall.core.account.SigningKeyService;
import dev.guildhall.core.authorization.AuthorizationService;
import dev.guildhall.core.authorization.ClientRegistry;
import dev.guildhall.core.budget.Budgets;
import dev.guildhall.core.mail.MailDelivery;
import dev.guildhall.core.mail.MailTexts;
import dev.guildhall.core.mail.Outbox;
import dev.guildhall.core.security.AllowedRedirects;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.time.Housekeeping;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Factors;
import dev.guildhall.ports.account.MailedLinks;
import dev.guildhall.ports.admin.Administration;
import dev.guildhall.ports.apikey.ApiKeys;
import dev.guildhall.ports.authorization.Authorizations;
import dev.guildhall.ports.group.Groups;
import dev.guildhall.ports.invitation.Invitations;
import dev.guildhall.ports.key.SigningKeys;
import dev.guildhall.ports.oauth.ExternalAccounts;
import dev.guildhall.ports.oauth.OAuthSignIn;
import dev.guildhall.ports.profile.Profiles;
import dev.guildhall.ports.session.AccountSecurity;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.settings.CurrentSettings;
import dev.guildhall.ports.settings.PublicUrl;
import dev.guildhall.ports.settings.Settings;
import dev.guildhall.ports.storage.Stores;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Wires accounts: sign-in, sessions, profiles, groups and signing keys. Used once. */
final class AccountWiring {
    private final Parts parts;
    private final InstantSource clock;
    private final Stores stores;
    private final Limits limits;
    private final Permissions permissions;
    private final SessionService.Sources sources;
    private final AuditJournal journal;
    private final ActiveCalls calls;
    private final SessionService sessions;
    private final ApiKeyService apiKeys;
    private final PasswordCheck passwords;
    private final SigningKeyRotation keys;
    private final LastSeen seen;
    private final Admins admins;
    private final Budgets budgets;
    private final IdentityLinks links;
    private final ExternalAccountService external;
    private final SettingsService settings;
    private final GroupSuccession succession;
    private final Outbox outbox;
    private final MailTexts texts;
    private final Attempts attempts;
    private final InvitationService invitations;
    private final Passkeys passkeys;
    private final SecondFactors seconds;
    private final SignInMails signInMails;
    private final PublicUrl listener;

    AccountWiring(Parts parts, IdSource ids, Permissions permissions, Budgets budgets) {
        this.parts = parts;
        this.permissions = permissions;
        this.budgets = budgets;
        clock = parts.clock();
        stores = parts.stores();
        limits = parts.limits;
        keys = parts.signingKeyRotation();
        sources = new SessionService.Sources(clock, ids, parts.secrets);
        calls = new ActiveCalls(clock, stores, permissions);
        journal = new AuditJournal(clock, ids, stores.audit());
        seen = new LastSeen(clock, stores.accounts(), stores.sessions());
        admins = new Admins(stores.accounts(), permissions);
        sessions = new SessionService(
                sources,
                stores,
                journal,
                parts.accessTokensOrDefault(),
                permissions,
                calls,
                seen,
                limits.account().tokens());
        ServiceAccounts serviceAccounts = new ServiceAccounts(sources, stores, permissions, limits.group());
        apiKeys = new ApiKeyService(sources, stores, journal, permissions, calls, budgets, serviceAccounts);
        listener = new PublicUrl(parts.pageAddress.orElse(parts.publicAddress).toString());
        settings = new SettingsService(clock, stores, journal, permissions, parts.settings, listener, this::isModel);
        succession = new GroupSuccession(stores, journal);
        outbox = new Outbox(clock, ids, stores.mails());
        texts = new MailTexts(clock, parts.secrets, stores, settings::current);
        signInMails = new SignInMails(clock, stores.accounts(), settings, outbox);
        passkeys = new Passkeys(sources, stores, journal, parts.passkeys, settings::current);
        seconds = new SecondFactors(
                sources,
                stores,
                journal,
                passkeys,
                parts.rateLimiterOrDefault(),
                limits.account().signIn());
        attempts = new Attempts(
                parts.rateLimiterOrDefault(), limits.account().signIn().fromAddress());
        invitations = new InvitationService(
                sources, stores, journal, permissions, settings, outbox, texts, attempts, limits.group());
        links = new IdentityLinks(
                sources, stores, journal, permissions, () -> settings.current().registration(), limits.oauth());
        external = new ExternalAccountService(clock, links, permissions, seen, calls);
        HashingBulkhead bulkhead = new HashingBulkhead(
                parts.passwordHasherOrDefault(), limits.account().hashing(), clock);
        passwords = new PasswordCheck(
                bulkhead, parts.rateLimiterOrDefault(), limits.account().signIn());
    }

    private boolean isModel(String name) {
        return parts.modelConnector.environment().stream()
                        .anyMatch(model -> model.name().equals(name))
                || stores.models().all().stream().anyMatch(model -> model.name().equals(name));
    }

    /** The calls that end with their callers' sessions. */
    ActiveCalls calls() {
        return calls;
    }

    Accounts accounts() {
        FirstAdmin first = new FirstAdmin(
                permissions.configuredAdmins().isEmpty() ? parts.setupToken : Optional.empty(),
                admins,
                stores.transactions(),
                attempts);
        Registrations registrations = new Registrations(
                sources, stores, journal, passwords, first, invitations, settings, outbox, limits.group());
        return new AccountService(
                clock,
                stores,
                journal,
                passwords,
                sessions,
                apiKeys,
                external,
                registrations,
                seconds,
                passkeys,
                signInMails,
                limits.account().signIn());
    }

    ApiKeys apiKeys() {
        return apiKeys;
    }

    AccountSecurity security() {
        return new AccountSecurityService(
                stores, journal, passwords, reauthentication(), sessions, apiKeys, succession, admins);
    }

    Profiles profiles() {
        return new ProfileService(sources, stores, journal, sessions, limits.group());
    }

    Groups groups() {
        return new GroupService(sources, stores, journal, permissions, invitations, budgets, limits.group());
    }

    OAuthSignIn oauth() {
        OAuthStates states = new OAuthStates(clock, parts.secrets, stores.oauthStates(), limits.oauth());
        return new OAuthSignInService(
                parts.oauthProviders,
                allowedRedirects(),
                states,
                links,
                stores.transactions(),
                sessions,
                seconds,
                signInMails);
    }

    /** Those of the configuration, and the pages' own addresses: that of the settings and that of their listener. */
    AllowedRedirects allowedRedirects() {
        return new AllowedRedirects(
                parts.allowedRedirects,
                () -> Stream.concat(settings.current().values().publicUrl().stream(), Stream.of(listener))
                        .map(url -> URI.create(url.value()))
                        .toList());
    }

    ExternalAccounts externalAccounts() {
        return external;
    }

    Administration administration() {
        return new AdministrationService(stores, journal, permissions, admins, sessions, apiKeys, budgets, succession);
    }

    Invitations invitations() {
        return invitations;
    }

    MailedLinks mailedLinks() {
        return new MailedLinksService(sources, stores, journal, passwords, sessions, settings, outbox, attempts);
    }

    private Reauthentication reauthentication() {
        return new Reauthentication(clock, stores, journal, passwords);
    }

    Factors factors() {
        return new FactorService(
                sources, stores, journal, permissions, reauthentication(), seconds, passkeys, settings);
    }

    Settings settings() {
        return settings;
    }

    CurrentSettings currentSettings() {
        return settings.current();
    }

    Authorizations authorizations() {
        RateLimiter rates = parts.rateLimiterOrDefault();
        ClientRegistry clients = new ClientRegistry(sources, stores.oauthClients(), parts.clientDocuments, rates);
        return new AuthorizationService(sources, stores, journal, sessions, clients, rates);
    }

    AuditJournal audit() {
        return journal;
    }

    SigningKeys signingKeys() {
        return new SigningKeyService(keys, journal, permissions);
    }

    /** The consumer ends the connections of an erased account. */
    List<Runnable> background(Consumer<UserId> connections) {
        return List.of(
                new Housekeeping(
                        parts.ticker(),
                        ActiveCalls.EVERY,
                        new Housekeeping.Job("the check of the sessions of open calls", calls::check)),
                new Housekeeping(
                        parts.ticker(),
                        ApiKeyService.USES_EVERY,
                        new Housekeeping.Job("the record of the last uses of API keys", apiKeys::storeUses)),
                new Housekeeping(
                        parts.ticker(),
                        MailDelivery.EVERY,
                        new Housekeeping.Job(
                                "the delivery of mail",
                                new MailDelivery(
                                        clock,
                                        stores.mails(),
                                        settings::current,
                                        texts,
                                        parts.mailer,
                                        parts.hasPages))),
                new Housekeeping(
                        parts.ticker(),
                        LastSeen.EVERY,
                        new Housekeeping.Job("the record of when users were seen", seen::flush)),
                new Housekeeping(
                        parts.ticker(),
                        AccountPurge.EVERY,
                        new Housekeeping.Job(
                                "the removal of the data of erased accounts",
                                new AccountPurge(parts.ticker(), stores, connections))),
                new Housekeeping(
                        parts.ticker(),
                        new Housekeeping.Job(
                                "the sweep of ended sessions and old entries", new AccountSweep(stores, clock)),
                        new Housekeeping.Job("the maintenance of signing keys", keys::maintenance)));
    }
}
