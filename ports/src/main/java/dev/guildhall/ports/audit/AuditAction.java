package dev.guildhall.ports.audit;

import java.util.Locale;

/** What an entry of the audit trail says was done. The details that go with it stand in {@link AuditDetail}. */
public enum AuditAction {
    /** The account was made: by a registration with a password, or at the first sign-in with a provider. */
    REGISTERED,
    /** A session was opened. */
    SIGNED_IN,
    /** A wrong password, at a sign-in or where a password is asked for again. */
    SIGN_IN_FAILED,
    /** A refresh token was exchanged for its successor. */
    TOKEN_REFRESHED,
    /** A refresh token came a second time; its session was ended. */
    TOKEN_REUSED,
    /** A session was ended by its own logout. */
    SIGNED_OUT,
    /** A session was ended from the list of sessions. */
    SESSION_REVOKED,
    /** The password was replaced, and all other sessions were ended. */
    PASSWORD_CHANGED,
    /** Another profile was made. */
    PROFILE_ADDED,
    /** A profile has another name or picture. */
    PROFILE_CHANGED,
    /** New tokens act as another profile. */
    PROFILE_ACTIVATED,
    /** A group was made. */
    GROUP_CREATED,
    /** A group was deleted. */
    GROUP_DELETED,
    /** A profile was taken into a group. */
    MEMBER_ADDED,
    /** A member of a group has another role. */
    MEMBER_CHANGED,
    /** A profile left a group, or was taken out of it. */
    MEMBER_REMOVED,
    /** An identity at a provider signs in to the account from now on. */
    IDENTITY_LINKED,
    /** An identity at a provider does not sign in any more. */
    IDENTITY_UNLINKED,
    /** An admin let the next signing key take over. */
    SIGNING_KEY_ROTATED;

    /** The name on the wire: {@code signed_in}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The action of that wire name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static AuditAction fromWire(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
