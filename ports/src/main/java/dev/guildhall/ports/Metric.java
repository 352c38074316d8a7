package dev.guildhall.ports;

/** Driven port: one value of a node, read when a client asks for the metrics. */
public sealed interface Metric permits Gauge, Counter, LabelledCounter {
    /**
     * The name of the metric: lower case with underscores, the unit last, for example {@code db_connections_active}.
     */
    String name();

    /** What the metric measures, in one sentence. */
    String help();
}
