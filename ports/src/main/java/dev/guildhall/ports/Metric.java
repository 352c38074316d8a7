package dev.guildhall.ports;

/** Driven port: one figure of a node, read when a client asks for the metrics. */
public sealed interface Metric permits Gauge, Counter, LabelledCounter {
    /** Lower case with underscores, unit last, for example {@code db_connections_active}. */
    String name();

    /** One sentence. */
    String help();
}
