package dev.guildhall.ports.account;

/**
 * The secret of an invitation, which its link has.
 *
 * @param value any text
 */
public record InvitationToken(String value) {
    @Override
    public String toString() {
        return "InvitationToken[…]";
    }
}
