package dev.guildhall.ports;

import java.util.function.DoubleSupplier;

/**
 * Driven port: one figure of an adapter's inner state, read whenever somebody looks at the metrics.
 *
 * @param name lower case with underscores, unit last, for example {@code db_connections_active}
 * @param help one sentence
 * @param value reads the figure; does not block
 */
public record Gauge(String name, String help, DoubleSupplier value) {}
