package dev.guildhall.ports;

import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * A value that only grows while the process runs, divided into parts.
 *
 * @param name as {@link Counter#name}
 * @param help as {@link Metric#help}
 * @param label the name of the label that distinguishes the parts, for example {@code outcome}
 * @param values the parts by the label's value, each as {@link Counter#value}
 */
public record LabelledCounter(String name, String help, String label, Map<String, DoubleSupplier> values)
        implements Metric {
    public LabelledCounter {
        values = Map.copyOf(values);
    }
}
