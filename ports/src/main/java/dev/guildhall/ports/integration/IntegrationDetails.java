package dev.guildhall.ports.integration;

import dev.guildhall.ports.connection.IntegrationStatus;
import dev.guildhall.ports.tool.OfferedTool;
import java.util.List;
import java.util.Optional;

/**
 * An integration with its tools, as one user sees it.
 *
 * @param tools the active ones, and for those who may approve them the quarantined ones, by name
 * @param definition how it is set up; present only for those who may change it
 */
public record IntegrationDetails(
        IntegrationStatus status, List<OfferedTool> tools, Optional<IntegrationDefinition> definition) {
    public IntegrationDetails {
        tools = List.copyOf(tools);
    }
}
