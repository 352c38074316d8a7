package dev.guildhall.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measured values. Thread-safe. */
final class Percentiles {
    private final List<Double> all = new ArrayList<>();

    synchronized void add(double value) {
        all.add(value);
    }

    synchronized void addAll(List<Double> values) {
        all.addAll(values);
    }

    synchronized void clear() {
        all.clear();
    }

    synchronized boolean isEmpty() {
        return all.isEmpty();
    }

    /** The value that is not exceeded by that percentage of the values. */
    synchronized double at(int percent) {
        List<Double> sorted = all.stream().sorted().toList();
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }

    String summary() {
        return String.format(Locale.ROOT, "p50 %.1f, p99 %.1f, most %.1f", at(50), at(99), at(100));
    }
}
