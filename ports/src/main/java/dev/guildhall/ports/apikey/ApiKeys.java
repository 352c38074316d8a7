package dev.guildhall.ports.apikey;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.GroupId;
import java.util.Optional;

/**
 * Driving port: the API keys of an account (keys-1 to keys-9). Only callers who have signed in use it; a caller with a
 * key gets {@code CommonProblem.Forbidden}. Every method blocks.
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

    /**
     * Makes a key of a group, which acts as an account of the group's own: it stays when its maker leaves the group, and
     * goes with the group.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound} when the caller does not see the
     *     group, with {@code CommonProblem.Forbidden} when the caller's profile is no owner of it, and as
     *     {@link #create}; the group has at most {@link #MOST} keys
     */
    MadeApiKey createOfGroup(Caller caller, GroupId group, NewApiKey wanted);

    /** The caller's keys, also those that have expired. */
    Page<ManagedApiKey> list(Caller caller, PageRequest page);

    /**
     * The keys of a group, also those that have expired.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #createOfGroup}
     */
    Page<ManagedApiKey> listOfGroup(Caller caller, GroupId group, PageRequest page);

    /**
     * Changes a key of the caller, or of a group that the caller's profile owns; in force on every node within 1 s.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound}, with
     *     {@code CommonProblem.Forbidden} for a key of a group in which the caller has another role
     */
    ManagedApiKey change(Caller caller, ApiKeyId id, ApiKeyChange change);

    /**
     * Revokes a key of the caller, or of a group that the caller's profile owns; in force on every node within 1 s.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound}, with
     *     {@code CommonProblem.Forbidden} for a key of a group in which the caller has another role
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
