package dev.guildhall.ports.account;

import dev.guildhall.ports.Caller;

/**
 * Driving port: the verification of an address and the reset of a password by mail (accounts-38, accounts-39). Blocks.
 */
public interface MailedLinks {
    /**
     * Mails the caller a link that verifies the account's address.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated} without a session, with
     *     {@code CommonProblem.Conflict} when no mail is configured, the account has no address or it is verified, with
     *     {@code CommonProblem.RateLimited}
     */
    void requestVerification(Caller caller);

    /**
     * Verifies the address that the token was mailed to, once.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} naming {@code token} when it is not
     *     valid, with {@code CommonProblem.RateLimited} after too many attempts
     */
    void verify(Caller caller, String token);

    /**
     * Mails a link to set another password to the address, if it has an account. Nothing tells the caller whether it has.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when no mail is configured, with
     *     {@code CommonProblem.RateLimited} after too many attempts
     */
    void requestReset(Caller caller, Email email);

    /**
     * Sets another password, once with each token; ends all sessions of the account, and verifies the address that the
     * token was mailed to.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} naming {@code token} when it is not
     *     valid, with {@code CommonProblem.RateLimited} after too many attempts
     */
    void reset(Caller caller, String token, Password password);
}
