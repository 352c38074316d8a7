package dev.guildhall.ports.group;

import java.util.Optional;

/**
 * What a new group is made of.
 *
 * @param name what it is called
 * @param description absent means without one
 */
public record NewGroup(GroupName name, Optional<GroupDescription> description) {}
