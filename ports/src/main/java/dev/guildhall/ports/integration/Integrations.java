package dev.guildhall.ports.integration;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.connection.BegunConnection;
import dev.guildhall.ports.connection.ConnectRequest;
import dev.guildhall.ports.connection.ConsentQuestion;
import dev.guildhall.ports.connection.ConsentResponse;
import dev.guildhall.ports.connection.IntegrationLogo;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.IntegrationStatus;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Driving port: integrations and the caller's connections (tools-16 to tools-22). Blocks. */
public interface Integrations {
    /** All integrations that the caller sees, ordered by name, each with the caller's connection. */
    List<IntegrationStatus> list(Caller caller);

    /**
     * One integration with the caller's connection.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated} or
     *     {@code CommonProblem.NotFound}
     */
    IntegrationStatus find(Caller caller, IntegrationName integration);

    /**
     * One integration with the caller's connection and its tools.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated} or
     *     {@code CommonProblem.NotFound}
     */
    IntegrationDetails details(Caller caller, IntegrationName integration);

    /**
     * The logo of an integration (tools-30).
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated}, or with
     *     {@code CommonProblem.NotFound} when the caller does not see the integration, or it has no logo
     */
    IntegrationLogo logo(Caller caller, IntegrationName integration);

    /**
     * Connects, or begins to connect.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated},
     *     {@code CommonProblem.NotFound}, {@code ToolProblem.IntegrationNotConfigured}, or
     *     {@code CommonProblem.Invalid} when a field that this integration needs is missing, a scope is unknown, or the
     *     redirectUri is not allowed
     */
    BegunConnection connect(Caller caller, ConnectRequest request);

    /**
     * Checks what {@link #connect} refuses independently of its caller and the fields of the request.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound} or
     *     {@code ToolProblem.IntegrationNotConfigured}
     */
    void check(Caller caller, IntegrationName integration);

    /**
     * What must be confirmed before {@link #answered} is called; empty when the caller is the user who began, or when
     * the provider did not consent. The state can still be used.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code ToolProblem.ConsentStateNotValid}
     */
    Optional<ConsentQuestion> question(Caller caller, ConsentResponse answer);

    /**
     * Completes a consent. The caller need not be signed in: the state proves the request. The state cannot be used
     * again, whatever the outcome is.
     *
     * @return where to send the browser: the redirectUri of the request, with {@code status=connected} or
     *     {@code error=…} added, never a token
     * @throws dev.guildhall.ports.problem.Refusal with {@code ToolProblem.ConsentStateNotValid}
     */
    URI answered(Caller caller, ConsentResponse answer);

    /**
     * Ends the caller's connection, first in this installation and then at the provider, when that supports revocation;
     * nothing happens when there is none.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated} or
     *     {@code CommonProblem.NotFound}
     */
    void disconnect(Caller caller, IntegrationName integration);

    /**
     * Adds an integration, whose tools are imported after the return (tools-27).
     *
     * @return the integration, not yet asked for its tools
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Forbidden} for a shared one of a caller who is no
     *     admin, {@code CommonProblem.Invalid}, {@code CommonProblem.Conflict} for a name that is in use or reserved, or
     *     {@code ToolProblem.TooManyIntegrations}
     */
    IntegrationStatus add(Caller caller, NewIntegration wanted);

    /**
     * Changes an integration that was added while the server runs. With another target its headers and its client secret must
     * be given again, and the connections to it end, since they were not meant for that target (tools-28).
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound}, {@code CommonProblem.Forbidden} when
     *     the caller may not change it, {@code CommonProblem.Conflict} for one that was not added while the server runs, or
     *     {@code CommonProblem.Invalid}
     */
    IntegrationStatus change(Caller caller, IntegrationName integration, IntegrationChange change);

    /**
     * Checks what {@link #change} refuses independently of the change.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #change}, but never with {@code CommonProblem.Invalid}
     */
    void checkChange(Caller caller, IntegrationName integration);

    /**
     * Removes an integration that was added while the server runs; its tools are deprecated and the connections to it end.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #change}
     */
    void delete(Caller caller, IntegrationName integration);

    /**
     * Imports the tools of an integration again, after the return.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound}, or {@code CommonProblem.Forbidden}
     *     when the caller is neither its owner nor an admin
     */
    IntegrationStatus refresh(Caller caller, IntegrationName integration);
}
