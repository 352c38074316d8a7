package dev.guildhall.ports.connection;

import dev.guildhall.ports.Caller;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Driving port: integrations and the caller's connections (tools-16 to tools-22). Blocks. */
public interface Integrations {
    /** All integrations, ordered by name, each with the caller's connection. */
    List<IntegrationStatus> list(Caller caller);

    /**
     * One integration with the caller's connection.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated} or
     *     {@code CommonProblem.NotFound}
     */
    IntegrationStatus find(Caller caller, IntegrationName integration);

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
}
