package dev.guildhall.ports.audit;

/**
 * The details that an entry of the audit trail may have beside its action. Never a secret, never text that a user
 * who is no admin typed.
 */
public enum AuditDetail {
    /** The session that performed the action, or that it opened or ended. */
    SESSION_ID("sessionId"),
    /** The address of the client, for an action without an access token; for IPv6 the address of the network. */
    CLIENT_ADDRESS("clientAddress"),
    /** How many other sessions a password change ended. */
    SESSIONS_ENDED("sessionsEnded"),
    /** How many API keys a password change, or the disabling of the account, ended. */
    KEYS_ENDED("keysEnded"),
    /** The profile that the action is about. */
    PROFILE_ID("profileId"),
    /** The group that the action is about. */
    GROUP_ID("groupId"),
    /** The role of the profile in the group after the action, or the highest one of the account. */
    ROLE("role"),
    /** The user that an action of an admin is about, in the admin's own trail. */
    USER_ID("userId"),
    /** The profile that performed the action, in an entry about an action of another user. */
    ACTOR_PROFILE_ID("actorProfileId"),
    /** The name of the sign-in provider. */
    PROVIDER("provider"),
    /** The identifier of the link between an identity and the account. */
    IDENTITY_ID("identityId"),
    /** The API key that the action is about. */
    KEY_ID("keyId"),
    /** The second factor that the action is about, or the passkey that signed in. */
    FACTOR_ID("factorId"),
    /** The invitation that the action is about. */
    INVITATION_ID("invitationId"),
    /** The setting that was changed. */
    SETTING("setting"),
    /** The name of the model that the action is about. */
    MODEL("model"),
    /** The name of the integration that the action is about. */
    INTEGRATION("integration"),
    /** The tool that the action is about. */
    TOOL_ID("toolId"),
    /** The assistant that the action is about. */
    ASSISTANT_ID("assistantId"),
    /** What the action is about as it was before, in a short form or as JSON without secrets; the beginning of a long one. */
    BEFORE("before"),
    /** What the action is about as it is since then, in a short form or as JSON without secrets; the beginning of a long one. */
    AFTER("after"),
    /** The hosts inside of the network that the action lets the server send requests to, separated by commas. */
    INSIDE_HOSTS("insideHosts");

    private final String wireName;

    AuditDetail(String wireName) {
        this.wireName = wireName;
    }

    /** The name in JSON and in stores: {@code sessionId}. */
    public String wireName() {
        return wireName;
    }
}
