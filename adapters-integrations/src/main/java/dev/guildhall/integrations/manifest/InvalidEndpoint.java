package dev.guildhall.integrations.manifest;

import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.List;
import java.util.Optional;

/** An integration whose manifest is invalid. The tools that it had before stay in the catalogue, and are not listed. */
record InvalidEndpoint(Integration integration) implements ToolEndpoint {
    @Override
    public List<ToolDefinition> tools(Optional<Credential> credential) {
        throw new Refusal(
                new ToolProblem.IntegrationUnavailable(integration.name().value(), fault()));
    }

    @Override
    public ToolOutcome invoke(ToolInvocation invocation) {
        return new ToolOutcome.Failure(FailureKind.FAILED, integration.name() + " is not set up: " + fault());
    }

    private String fault() {
        return integration.fault().orElse("its manifest is invalid");
    }
}
