package dev.guildhall.ports.apikey;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import java.util.Optional;

/**
 * Driving port: the API keys of an account (contract 8). Only callers who have signed in use it; a caller with a key
 * gets {@code CommonProblem.Forbidden}. Every method blocks. Thread-safe.
 */
public interface ApiKeys {
    /** The most keys of one account. */
    int MOST = 100;

    /**
     * Makes a key of the caller.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} when it would have expired, with
     *     {@code CommonProblem.Conflict} when the account has {@link #MOST} keys
     */
    MadeApiKey create(Caller caller, NewApiKey wanted);

    /** The caller's keys, also those that have expired. */
    Page<ManagedApiKey> list(Caller caller, PageRequest page);

    /**
     * Changes a key of the caller; in force on every node within 1 s.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound}
     */
    ManagedApiKey change(Caller caller, ApiKeyId id, ApiKeyChange change);

    /**
     * Revokes a key of the caller; in force on every node within 1 s.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound}
     */
    void revoke(Caller caller, ApiKeyId id);

    /**
     * The keys of an account, without one of all accounts; for admins.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Forbidden} when the caller is no admin
     */
    Page<ManagedApiKey> listAny(Caller caller, Optional<UserId> owner, PageRequest page);

    /**
     * Revokes a key of any account; for admins, and in force on every node within 1 s.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Forbidden} when the caller is no admin, with
     *     {@code CommonProblem.NotFound}
     */
    void revokeAny(Caller caller, ApiKeyId id);
}
