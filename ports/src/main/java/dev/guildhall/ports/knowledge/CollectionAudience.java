package dev.guildhall.ports.knowledge;

import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;

/** Who reads a collection beside its owner and the administrators (knowledge-2). */
public sealed interface CollectionAudience {
    /** Nobody else. */
    CollectionAudience PRIVATE = new OwnerOnly();
    /** All users. */
    CollectionAudience EVERYONE = new AllUsers();

    /** Nobody else. */
    record OwnerOnly() implements CollectionAudience {}

    /**
     * The members of a group.
     *
     * @param group the group
     */
    record Members(GroupId group) implements CollectionAudience {}

    /** All users. */
    record AllUsers() implements CollectionAudience {}

    /** The group whose members read it; absent for the others. */
    default Optional<GroupId> groupOfReaders() {
        return this instanceof Members(GroupId group) ? Optional.of(group) : Optional.empty();
    }

    /** {@code private}, {@code everyone}, or {@code group:} with the identifier of the group. */
    default String wireName() {
        return switch (this) {
            case OwnerOnly ignored -> "private";
            case AllUsers ignored -> "everyone";
            case Members(GroupId group) -> "group:" + group.value();
        };
    }

    /**
     * Reads a wire name.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} that names {@code visibility}
     */
    static CollectionAudience parse(String text) {
        String prefix = "group:";
        if (text.equals("private")) {
            return PRIVATE;
        }
        if (text.equals("everyone")) {
            return EVERYONE;
        }
        if (text.startsWith(prefix) && text.length() > prefix.length()) {
            return new Members(new GroupId(text.substring(prefix.length())));
        }
        throw Refusal.invalid("visibility", "must be private, everyone or group:<id>");
    }
}
