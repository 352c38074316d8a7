package dev.guildhall.ports;

import java.util.function.DoubleSupplier;

/**
 * A value that can grow and shrink.
 *
 * @param name as {@link Metric#name}
 * @param help as {@link Metric#help}
 * @param value reads the value; does not block
 */
public record Gauge(String name, String help, DoubleSupplier value) implements Metric {}
