package dev.guildhall.ports.mail;

/** A mail that the server did not take. */
public final class MailFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean isPermanent;

    /**
     * Creates the failure.
     *
     * @param reason for the operator, without a password
     * @param isPermanent whether another attempt would fail too, for example since the receiver does not exist
     */
    public MailFailure(String reason, boolean isPermanent) {
        super(reason);
        this.isPermanent = isPermanent;
    }

    /** Whether another attempt would fail too. */
    public boolean isPermanent() {
        return isPermanent;
    }
}
