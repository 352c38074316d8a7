package dev.guildhall.ports.invitation;

/**
 * A new invitation.
 *
 * @param invitation the invitation
 * @param url the address at which the invited person registers; a secret
 */
public record IssuedInvitation(Invitation invitation, String url) {
    @Override
    public String toString() {
        return "IssuedInvitation[" + invitation.id().value() + "]";
    }
}
