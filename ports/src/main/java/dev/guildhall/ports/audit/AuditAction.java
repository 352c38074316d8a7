package dev.guildhall.ports.audit;

import java.util.Locale;

/** The action that an entry of the audit trail records. {@link AuditDetail} lists the details of entries. */
public enum AuditAction {
    /** An account was created: by a registration with a password, or at the first sign-in with a provider. */
    REGISTERED,
    /** A session was opened. */
    SIGNED_IN,
    /** A wrong password was given, at a sign-in or where the server asks for the password again. */
    SIGN_IN_FAILED,
    /** A refresh token was exchanged for its successor. */
    TOKEN_REFRESHED,
    /** A refresh token was used a second time; the server ended its session. */
    TOKEN_REUSED,
    /** The user connected an OAuth client, which opened a session for it. */
    CLIENT_CONNECTED,
    /** An authorization code was used a second time; the server ended the session of its client. */
    CODE_REUSED,
    /** A session was ended by its own logout. */
    SIGNED_OUT,
    /** A session was ended from the list of sessions. */
    SESSION_REVOKED,
    /** The password was replaced, and all other sessions were ended. */
    PASSWORD_CHANGED,
    /** Another profile was made. */
    PROFILE_ADDED,
    /** The name or the picture of a profile was changed. */
    PROFILE_CHANGED,
    /** New tokens act as another profile. */
    PROFILE_ACTIVATED,
    /** A group was made. */
    GROUP_CREATED,
    /** A group was deleted. */
    GROUP_DELETED,
    /** A profile was added to a group. */
    MEMBER_ADDED,
    /** The role of a member of a group was changed. */
    MEMBER_CHANGED,
    /** A profile left a group, or was removed from it. */
    MEMBER_REMOVED,
    /** An identity at a provider was linked to the account and signs in to it. */
    IDENTITY_LINKED,
    /** The link of an identity was removed; the identity does not sign in any more. */
    IDENTITY_UNLINKED,
    /** An API key was made. */
    API_KEY_CREATED,
    /** The name or the limits of an API key were changed. */
    API_KEY_CHANGED,
    /** An API key was revoked. */
    API_KEY_REVOKED,
    /** An admin disabled the account; all its sessions ended. */
    ACCOUNT_DISABLED,
    /** An admin enabled the account again. */
    ACCOUNT_ENABLED,
    /** The account got the role admin, or lost it: from an admin, or as the first admin. */
    ROLES_CHANGED,
    /** An admin changed or removed the budget of the account. */
    BUDGET_CHANGED,
    /** An admin erased the account. */
    ACCOUNT_DELETED,
    /** The password was replaced by a mailed link, and all sessions were ended. */
    PASSWORD_RESET,
    /** A mailed link has proved that the user owns the account's address. */
    EMAIL_VERIFIED,
    /** A second factor was added to the account. */
    FACTOR_ADDED,
    /** A second factor was removed, by its owner or an admin. */
    FACTOR_REMOVED,
    /** A wrong code of a second factor was given, or a wrong signature of a passkey. */
    FACTOR_FAILED,
    /**
     * The counter of a passkey's signatures did not increase, as if there was a copy of its authenticator; the sign-in was refused.
     */
    PASSKEY_COPIED,
    /** Recovery codes were made. */
    RECOVERY_CODES_CREATED,
    /** A recovery code was used in place of a second factor. */
    RECOVERY_CODE_USED,
    /** An invitation to register was made. */
    INVITATION_CREATED,
    /** An admin revoked an invitation. */
    INVITATION_REVOKED,
    /** An admin changed a setting of the installation. */
    SETTING_CHANGED,
    /** An admin rotated the signing keys. */
    SIGNING_KEY_ROTATED,
    /** An admin added a model. */
    MODEL_CREATED,
    /** An admin changed a model. */
    MODEL_CHANGED,
    /** An admin removed a model. */
    MODEL_DELETED,
    /** An integration was added while the server runs. */
    INTEGRATION_CREATED,
    /** An integration was changed. */
    INTEGRATION_CHANGED,
    /** An integration was removed. */
    INTEGRATION_DELETED,
    /** A definition of a tool that waited for approval was approved. */
    TOOL_APPROVED,
    /** An assistant was made. */
    ASSISTANT_CREATED,
    /** A new version of an assistant was stored. */
    ASSISTANT_CHANGED,
    /** An assistant was removed with all versions. */
    ASSISTANT_DELETED;

    /** The name in JSON: {@code signed_in}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The action of that name in JSON.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static AuditAction fromWire(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
