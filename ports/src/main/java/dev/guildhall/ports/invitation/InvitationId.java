package dev.guildhall.ports.invitation;

import dev.guildhall.ports.Id;

/**
 * Names one invitation, {@code inv_…}.
 *
 * @param value as {@link Id#value()}
 */
public record InvitationId(String value) implements Id {
    public InvitationId {
        Id.require("invitationId", value);
    }
}
