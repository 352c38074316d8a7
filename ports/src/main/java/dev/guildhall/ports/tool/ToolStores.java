package dev.guildhall.ports.tool;

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
