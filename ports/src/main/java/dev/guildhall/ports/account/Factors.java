package dev.guildhall.ports.account;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.passkey.NewPasskey;
import dev.guildhall.ports.passkey.PasskeyCreation;
import dev.guildhall.ports.passkey.PasskeyName;
import java.util.List;
import java.util.Optional;

/**
 * Driving port: second factors of accounts (accounts-40 to accounts-43, accounts-45 to accounts-48). Every method but {@link #isMissing} throws a {@code
 * Refusal} with {@code CommonProblem.Unauthenticated} without a session, and with {@code CommonProblem.Forbidden} when the caller
 * uses an API key. Blocks.
 */
public interface Factors {
    /** How many recovery codes a user gets. */
    int RECOVERY_CODES = 10;

    /** How many passkeys an account may have. */
    int MOST_PASSKEYS = 20;

    /** The caller's second factors. */
    OwnFactors factors(Caller caller);

    /**
     * Makes a secret for an authenticator application, in place of one that is not confirmed.
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code CommonProblem.Conflict} when the account has a confirmed one
     */
    NewTotp beginTotp(Caller caller);

    /**
     * Confirms the secret by a code. From then on a sign-in needs a code too.
     *
     * @return new recovery codes, each good once, which are not shown again
     * @throws dev.guildhall.ports.problem.Refusal also with {@code CommonProblem.Invalid} naming {@code code} for a wrong code and
     *     without a secret that waits, with {@code CommonProblem.RateLimited} after too many wrong codes
     */
    List<String> confirmTotp(Caller caller, String code);

    /**
     * Issues a challenge for a new passkey, in place of an earlier one.
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code CommonProblem.Conflict} when the account has {@value
     *     #MOST_PASSKEYS} passkeys, or the installation has no public address that passkeys can be bound to
     */
    PasskeyCreation beginPasskey(Caller caller);

    /**
     * Adds the passkey that a browser has made for the challenge. From then on a sign-in with a password needs it or another factor,
     * and it alone signs in where its authenticator verifies its user.
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code CommonProblem.Invalid} naming {@code credential} when it is not
     *     valid or its challenge is unknown, used or older than 5 min, with {@code CommonProblem.Conflict} when it belongs to an
     *     account already, or as {@link #beginPasskey}
     */
    AddedPasskey addPasskey(Caller caller, PasskeyName name, NewPasskey made);

    /**
     * Removes a factor, and with the last one the recovery codes.
     *
     * @param password as for {@code AccountSecurity.deleteAccount}
     * @throws dev.guildhall.ports.problem.Refusal also with {@code CommonProblem.NotFound}, with {@code
     *     AccountProblem.InvalidCredentials} for a wrong password
     */
    void remove(Caller caller, FactorId id, Optional<String> password);

    /**
     * Replaces the recovery codes.
     *
     * @return the new ones, which are not shown again
     * @throws dev.guildhall.ports.problem.Refusal also with {@code CommonProblem.Conflict} when the account has no factor, with
     *     {@code AccountProblem.InvalidCredentials} for a wrong password
     */
    List<String> renewRecoveryCodes(Caller caller, Optional<String> password);

    /**
     * Removes all factors and recovery codes of a user, for a user who has lost them.
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code CommonProblem.Forbidden} when the caller has not the role
     *     {@code admin}, with {@code CommonProblem.NotFound}
     */
    void reset(Caller caller, UserId userId);

    /** Whether the settings require a second factor of the caller, who has a session and no factor. */
    boolean isMissing(Caller caller);
}
