package dev.guildhall.ports.group;

import java.util.Optional;

/**
 * A request to create a group.
 *
 * @param name its name
 * @param description absent means without one
 */
public record NewGroup(GroupName name, Optional<GroupDescription> description) {}
