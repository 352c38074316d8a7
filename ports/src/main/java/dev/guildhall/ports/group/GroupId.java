package dev.guildhall.ports.group;

import dev.guildhall.ports.Id;

/**
 * Names one group, {@code grp_…}.
 *
 * @param value as {@link Id#value()}
 */
public record GroupId(String value) implements Id {
    public GroupId {
        Id.require("groupId", value);
    }
}
