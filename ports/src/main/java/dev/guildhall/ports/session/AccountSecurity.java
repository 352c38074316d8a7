package dev.guildhall.ports.session;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.account.PasswordChange;
import java.util.Optional;

/**
 * Driving port: how a caller manages the sessions, the password and the deletion of an account (accounts-19 to
 * accounts-21). Blocks. Refuses with {@code CommonProblem.Unauthenticated}.
 */
public interface AccountSecurity {
    /** The caller's live sessions, newest first; of more than 200 the newest 200. */
    Page<OwnSession> sessions(Caller caller, PageRequest page);

    /**
     * Ends one of the caller's sessions, which may be the current one.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound} when it belongs to another user,
     *     does not exist, or has ended
     */
    void endSession(Caller caller, SessionId id);

    /**
     * Replaces the password and ends the caller's other sessions, and the account's API keys when the change says so,
     * atomically. An attempt counts as an attempt to sign
     * in.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.InvalidCredentials} when the current
     *     password is wrong, or one is given and the account has none; {@code CommonProblem.Invalid} naming
     *     {@code currentPassword} when it is absent and the account has a password; {@code CommonProblem.Forbidden}
     *     when the account has none and the caller did not sign in within the last ten minutes;
     *     {@code CommonProblem.RateLimited}
     */
    void changePassword(Caller caller, PasswordChange change);

    /**
     * Erases the account and all its data in all services. An attempt counts as an attempt to sign in.
     *
     * @param password as typed; absent for an account without a password, whose owner must have signed in within the
     *     last ten minutes
     * @throws dev.guildhall.ports.problem.Refusal as {@link #changePassword}, naming {@code password}
     */
    void deleteAccount(Caller caller, Optional<String> password);
}
