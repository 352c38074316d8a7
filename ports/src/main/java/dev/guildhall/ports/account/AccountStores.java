package dev.guildhall.ports.account;

import dev.guildhall.ports.Transactions;

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
