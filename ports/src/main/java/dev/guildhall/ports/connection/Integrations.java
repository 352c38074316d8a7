package dev.guildhall.ports.connection;

import dev.guildhall.ports.Caller;
import java.net.URI;
import java.util.List;

/** Driving port: integrations and the caller's connections (spec/1 tool registry, contract 2). Blocks. Thread-safe. */
public interface Integrations {
    /** All integrations, ordered by name, as the caller has them. */
    List<IntegrationStatus> list(Caller caller);

    /**
     * Connects, or begins to.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated},
     *     {@code CommonProblem.NotFound}, {@code ToolProblem.IntegrationNotConfigured}, or {@code CommonProblem.Invalid}
     *     when what this integration needs is missing, a scope is none of its own, or the redirectUri is not allowed
     */
    BegunConnection connect(Caller caller, ConnectRequest request);

    /**
     * Refuses what {@link #connect} refuses whatever is in the request.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated},
     *     {@code CommonProblem.NotFound} or {@code ToolProblem.IntegrationNotConfigured}
     */
    void check(Caller caller, IntegrationName integration);

    /**
     * Ends a consent. Nobody has to be signed in: the state is the proof. It is used up whatever comes of it.
     *
     * @return where to send the browser: the redirectUri that was given, with {@code status=connected} or
     *     {@code error=…} added, never a token
     * @throws dev.guildhall.ports.problem.Refusal with {@code ToolProblem.ConsentStateNotValid}
     */
    URI answered(Caller caller, ConsentAnswer answer);

    /**
     * Ends the caller's connection, here first and then at the provider where that can be told; nothing happens when there
     * is none.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated} or
     *     {@code CommonProblem.NotFound}
     */
    void disconnect(Caller caller, IntegrationName integration);
}
