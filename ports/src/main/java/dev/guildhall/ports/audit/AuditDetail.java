package dev.guildhall.ports.audit;

/** What an entry of the audit trail may say beside its action. Never a secret, never what somebody typed. */
public enum AuditDetail {
    /** The session that the action was done with, or that it opened or ended. */
    SESSION_ID("sessionId"),
    /** Where the request came from, for what is done without an access token; of an IPv6 address the network. */
    CLIENT_ADDRESS("clientAddress"),
    /** How many other sessions a new password ended. */
    SESSIONS_ENDED("sessionsEnded"),
    /** The profile that the action is about. */
    PROFILE_ID("profileId"),
    /** The group that the action is about. */
    GROUP_ID("groupId"),
    /** What the profile is in the group from then on. */
    ROLE("role"),
    /** The profile that did it, where somebody else's trail says what was done to its owner. */
    ACTOR_PROFILE_ID("actorProfileId"),
    /** The name of the sign-in provider. */
    PROVIDER("provider"),
    /** The link of an identity to the account. */
    IDENTITY_ID("identityId");

    private final String wireName;

    AuditDetail(String wireName) {
        this.wireName = wireName;
    }

    /** The name on the wire and in stores: {@code sessionId}. */
    public String wireName() {
        return wireName;
    }
}
