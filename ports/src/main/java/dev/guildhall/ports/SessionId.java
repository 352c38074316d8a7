package dev.guildhall.ports;

/**
 * Names one sign-in of an account, {@code ses_…}, or a token of another issuer, {@code ses_ext_…}, whose bearer has no
 * session here.
 *
 * @param value as {@link Id#value()}
 */
public record SessionId(String value) implements Id {
    /** The prefix of the identifiers of other issuers' tokens; no identifier of a session has it. */
    public static final String EXTERNAL = "ses_ext_";

    public SessionId {
        Id.require("sessionId", value);
    }

    /** Whether it identifies a token of another issuer. */
    public boolean isExternal() {
        return value.startsWith(EXTERNAL);
    }
}
