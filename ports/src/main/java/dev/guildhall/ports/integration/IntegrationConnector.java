package dev.guildhall.ports.integration;

import dev.guildhall.ports.tool.ToolEndpoint;
import java.util.Optional;

/** Driven port: makes endpoints of the integrations that users add while the server runs. */
public interface IntegrationConnector {
    /**
     * Creates the endpoint of an integration; its owner closes it. Sends no request and does not block.
     *
     * @param version of the integration
     * @param document the API document; absent for a server, and while the document has not been fetched
     * @param inside whether it may reach the internal addresses that the operator allows
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} that names the fields that are wrong
     */
    ToolEndpoint connect(IntegrationDefinition definition, int version, Optional<String> document, boolean inside);

    /**
     * The integration with what its API document says where the definition says nothing: the address of the API, which stays
     * the same when the document changes, and the description.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} that names {@code document} or
     *     {@code baseUrl}
     */
    IntegrationDefinition completed(IntegrationDefinition definition, String document);

    /**
     * Fetches the API document of an integration. Blocks, with limits of time and size.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code ToolProblem.IntegrationUnavailable}
     */
    String fetch(IntegrationDefinition definition, boolean inside);
}
