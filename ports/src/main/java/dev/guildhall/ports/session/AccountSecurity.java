package dev.guildhall.ports.session;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.account.PasswordChange;
import java.util.Optional;

/**
 * Driving port: what a signed-in caller does to keep the account safe (contract 1, the last item). Blocks. Thread-safe.
 * Refuses with {@code CommonProblem.Unauthenticated}.
 */
public interface AccountSecurity {
    /** The caller's live sessions, newest first; of more than 200 the newest 200. */
    Page<OwnSession> sessions(Caller caller, PageRequest page);

    /**
     * Ends one of the caller's sessions, which may be the current one.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound} when it is somebody else's, does not
     *     exist, or has ended
     */
    void endSession(Caller caller, SessionId id);

    /**
     * Replaces the password and ends the caller's other sessions; both or neither. An attempt counts as one to sign in.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.InvalidCredentials} when the present password
     *     is another, or there is none; {@code CommonProblem.Invalid} naming {@code currentPassword} when it is left out
     *     though there is one; {@code CommonProblem.Forbidden} when there is none and the caller did not sign in within
     *     the last ten minutes; {@code CommonProblem.RateLimited}
     */
    void changePassword(Caller caller, PasswordChange change);

    /**
     * Erases the account and everything that belongs to it, everywhere. An attempt counts as one to sign in.
     *
     * @param password as typed; absent for an account that has none, whose owner has to have signed in within the last ten
     *     minutes
     * @throws dev.guildhall.ports.problem.Refusal as {@link #changePassword}, naming {@code password}
     */
    void deleteAccount(Caller caller, Optional<String> password);
}
