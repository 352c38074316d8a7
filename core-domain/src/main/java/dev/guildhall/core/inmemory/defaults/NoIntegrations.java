package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.integration.IntegrationConnector;
import dev.guildhall.ports.integration.IntegrationDefinition;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.util.Optional;

/** The integrations of a program that takes none from users. */
public final class NoIntegrations implements IntegrationConnector {
    @Override
    public ToolEndpoint connect(
            IntegrationDefinition definition, int version, Optional<String> document, boolean inside) {
        throw none();
    }

    @Override
    public IntegrationDefinition completed(IntegrationDefinition definition, String document) {
        throw none();
    }

    @Override
    public String fetch(IntegrationDefinition definition, boolean inside) {
        throw none();
    }

    private static Refusal none() {
        return new Refusal(new CommonProblem.Conflict("this program takes no integrations from its users"));
    }
}
