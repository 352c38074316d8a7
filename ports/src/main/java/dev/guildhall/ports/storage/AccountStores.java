package dev.guildhall.ports.storage;

import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.audit.AuditStore;
import dev.guildhall.ports.group.GroupStore;
import dev.guildhall.ports.group.MembershipStore;
import dev.guildhall.ports.key.SigningKeyStore;
import dev.guildhall.ports.oauth.IdentityStore;
import dev.guildhall.ports.oauth.OAuthStateStore;
import dev.guildhall.ports.profile.ProfileStore;
import dev.guildhall.ports.session.SessionStore;

/** Where everything of the account service is kept: stores that take part in the same transactions. Thread-safe. */
public interface AccountStores {
    /** Makes writes of several of these stores one. */
    Transactions transactions();

    /** Accounts. */
    AccountStore accounts();

    /** The profiles of accounts. */
    ProfileStore profiles();

    /** Groups. */
    GroupStore groups();

    /** Which profile is in which group. */
    MembershipStore memberships();

    /** Sessions and their refresh tokens. */
    SessionStore sessions();

    /** The keys that access tokens are signed with. */
    SigningKeyStore signingKeys();

    /** Identities at providers that are linked to accounts. */
    IdentityStore identities();

    /** What was done, and when. */
    AuditStore audit();

    /** Sign-ins that were begun at a provider. */
    OAuthStateStore oauthStates();
}
