package dev.guildhall.ports;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The caller of an operation: the first parameter of every method of a driving port. The domain learns in no other way
 * who calls.
 */
public sealed interface Caller {
    /**
     * A caller who has not signed in.
     *
     * @param clientAddress where the request comes from, as text; the key for limits before sign-in
     */
    record Anonymous(String clientAddress) implements Caller {}

    /**
     * A caller who has signed in.
     *
     * @param userId the account
     * @param profileId the profile that the caller acts as
     * @param sessionId the sign-in that the caller's token belongs to
     * @param roles what the account may do in the whole installation
     * @param allowedTools the names of the only tools that the server may use on the caller's behalf, also by the tasks
     *     and workflows that it creates (contract 4); an empty set allows none, absent means all that the account may
     *     use
     */
    record User(
            UserId userId,
            ProfileId profileId,
            SessionId sessionId,
            Set<Role> roles,
            Optional<Set<String>> allowedTools)
            implements Caller {
        public User {
            roles = Set.copyOf(roles);
            allowedTools = allowedTools.map(Set::copyOf);
        }

        /** Creates a caller who may use all tools of the account. */
        public User(UserId userId, ProfileId profileId, SessionId sessionId, Set<Role> roles) {
            this(userId, profileId, sessionId, roles, Optional.empty());
        }

        /** The same caller, restricted to these tools. Tools that the caller could not use before stay forbidden. */
        public User restrictedTo(Collection<String> tools) {
            Set<String> left = new LinkedHashSet<>(tools);
            allowedTools.ifPresent(left::retainAll);
            return new User(userId, profileId, sessionId, roles, Optional.of(left));
        }

        /** The same caller with these roles instead. */
        public User withRoles(Set<Role> now) {
            return new User(userId, profileId, sessionId, now, allowedTools);
        }

        /** Whether the server may use a tool of this name on the caller's behalf. */
        public boolean mayUse(String tool) {
            return allowedTools.map(allowed -> allowed.contains(tool)).orElse(true);
        }

        /** Whether the caller sees the resources of all users. */
        public boolean isAdmin() {
            return roles.contains(Role.ADMIN);
        }
    }

    /** A caller inside this process who has not signed in. */
    static Caller anonymous() {
        return new Anonymous("local");
    }

    /**
     * The signed-in caller.
     *
     * @throws Refusal with {@code CommonProblem.Unauthenticated} when the caller has not signed in
     */
    default User requireUser() {
        return switch (this) {
            case User user -> user;
            case Anonymous ignored -> throw new Refusal(new CommonProblem.Unauthenticated("no access token was sent"));
        };
    }
}
