package dev.guildhall.ports.storage;

import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.AccountTokenStore;
import dev.guildhall.ports.account.FactorStore;
import dev.guildhall.ports.apikey.ApiKeyStore;
import dev.guildhall.ports.audit.AuditStore;
import dev.guildhall.ports.authorization.AuthorizedCodeStore;
import dev.guildhall.ports.authorization.OAuthClientStore;
import dev.guildhall.ports.group.GroupStore;
import dev.guildhall.ports.group.MembershipStore;
import dev.guildhall.ports.invitation.InvitationStore;
import dev.guildhall.ports.key.SigningKeyStore;
import dev.guildhall.ports.mail.MailStore;
import dev.guildhall.ports.oauth.IdentityStore;
import dev.guildhall.ports.oauth.OAuthStateStore;
import dev.guildhall.ports.profile.ProfileStore;
import dev.guildhall.ports.session.SessionStore;
import dev.guildhall.ports.settings.SettingsStore;

/** The stores of the account service, which take part in the same transactions. */
public interface AccountStores {
    /** Makes writes to several of these stores atomic. */
    Transactions transactions();

    /** Accounts. */
    AccountStore accounts();

    /** The profiles of accounts. */
    ProfileStore profiles();

    /** Groups. */
    GroupStore groups();

    /** The members of groups. */
    MembershipStore memberships();

    /** Sessions and their refresh tokens. */
    SessionStore sessions();

    /** API keys. */
    ApiKeyStore apiKeys();

    /** The keys that access tokens are signed with. */
    SigningKeyStore signingKeys();

    /** Identities at providers that are linked to accounts. */
    IdentityStore identities();

    /** The audit trail. */
    AuditStore audit();

    /** Sign-ins at a provider that have begun. */
    OAuthStateStore oauthStates();

    /** OAuth clients that have registered. */
    OAuthClientStore oauthClients();

    /** Invitations to register. */
    InvitationStore invitations();

    /** Second factors and recovery codes. */
    FactorStore factors();

    /** Tokens that are good once. */
    AccountTokenStore accountTokens();

    /** Mail that waits to be sent. */
    MailStore mails();

    /** Settings of the installation. */
    SettingsStore settings();

    /** Codes for OAuth clients. */
    AuthorizedCodeStore authorizedCodes();
}
