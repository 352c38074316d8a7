package dev.guildhall.ports.group;

import java.time.Instant;
import java.util.Optional;

/**
 * A group of profiles.
 *
 * @param id never changes
 * @param name its name
 * @param description its purpose; absent when none was given
 * @param createdAt when it was created
 */
public record Group(GroupId id, GroupName name, Optional<GroupDescription> description, Instant createdAt) {}
