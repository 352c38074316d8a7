package dev.guildhall.ports;

import java.util.function.DoubleSupplier;

/** Driven port: one figure of an adapter's inner state, read at each look at the metrics. */
public sealed interface Metric permits Gauge, Counter {
    /** Lower case with underscores, unit last, for example {@code db_connections_active}. */
    String name();

    /** One sentence. */
    String help();

    /** Reads the figure; does not block. */
    DoubleSupplier value();
}
