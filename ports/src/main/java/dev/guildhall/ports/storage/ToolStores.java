package dev.guildhall.ports.storage;

import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.connection.ConsentStore;
import dev.guildhall.ports.execution.ExecutionStore;
import dev.guildhall.ports.integration.IntegrationStore;
import dev.guildhall.ports.tool.LearnedQueryStore;
import dev.guildhall.ports.tool.ToolStore;

/** The stores of the tool registry. */
public interface ToolStores {
    /** Tools. */
    ToolStore tools();

    /** Queries that led to executions. */
    LearnedQueryStore learnedQueries();

    /** Executions of tools. */
    ExecutionStore executions();

    /** Connections to integrations. */
    ConnectionStore connections();

    /** Integrations that users add while the server runs. */
    IntegrationStore integrations();

    /** Connections that wait for a consent. */
    ConsentStore consents();
}
