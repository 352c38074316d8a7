package dev.guildhall.ports;

import java.util.function.DoubleSupplier;

/**
 * A value that only grows while the process runs.
 *
 * @param name as {@link Metric#name}, without {@code _total}
 * @param help as {@link Metric#help}
 * @param value reads the value, which is never less than before; does not block
 */
public record Counter(String name, String help, DoubleSupplier value) implements Metric {}
