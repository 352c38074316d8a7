package dev.guildhall.ports;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Set;

/**
 * Who asks. The first parameter of every method of a driving port; nothing in the domain learns the caller in another
 * way.
 */
public sealed interface Caller {
    /**
     * Somebody who has not signed in.
     *
     * @param clientAddress where the request comes from, as text; the key for limits before sign-in
     */
    record Anonymous(String clientAddress) implements Caller {}

    /**
     * Somebody who has signed in.
     *
     * @param userId the account
     * @param profileId the profile that the caller acts as
     * @param sessionId the sign-in that the caller's token belongs to
     * @param roles what the account may do in the whole installation
     */
    record User(UserId userId, ProfileId profileId, SessionId sessionId, Set<Role> roles) implements Caller {
        public User {
            roles = Set.copyOf(roles);
        }

        /** Whether the caller sees everybody's resources. */
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
     * @throws Refusal with {@code CommonProblem.Unauthenticated} when nobody has signed in
     */
    default User requireUser() {
        return switch (this) {
            case User user -> user;
            case Anonymous ignored -> throw new Refusal(new CommonProblem.Unauthenticated("no access token was sent"));
        };
    }
}
