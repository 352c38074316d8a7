package dev.guildhall.ports;

import java.util.function.DoubleSupplier;

/**
 * A figure that only grows while the process lives.
 *
 * @param name as {@link Metric#name}, without {@code _total}
 * @param help as {@link Metric#help}
 * @param value as {@link Metric#value}; never less than before
 */
public record Counter(String name, String help, DoubleSupplier value) implements Metric {}
