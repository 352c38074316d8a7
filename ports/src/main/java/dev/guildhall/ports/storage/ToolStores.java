package dev.guildhall.ports.storage;

import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.connection.ConsentStore;
import dev.guildhall.ports.execution.ExecutionStore;
import dev.guildhall.ports.tool.LearntQueryStore;
import dev.guildhall.ports.tool.ToolStore;

/** Where everything of the tool registry is kept. Thread-safe. */
public interface ToolStores {
    /** Tools. */
    ToolStore tools();

    /** Queries that led to executions. */
    LearntQueryStore learntQueries();

    /** What was executed. */
    ExecutionStore executions();

    /** Connections to integrations. */
    ConnectionStore connections();

    /** Connections that were begun. */
    ConsentStore consents();
}
