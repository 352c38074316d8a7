package dev.guildhall.ports.group;

import java.time.Instant;
import java.util.Optional;

/**
 * Profiles that have come together.
 *
 * @param id never changes
 * @param name what it is called
 * @param description what it is for; absent when nobody said
 * @param createdAt when it was made
 */
public record Group(GroupId id, GroupName name, Optional<GroupDescription> description, Instant createdAt) {}
