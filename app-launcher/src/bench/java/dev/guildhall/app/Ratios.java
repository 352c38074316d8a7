package dev.guildhall.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * The ratios or differences of pairs that were measured alternately: the median is the result, whatever else runs on
 * the machine.
 */
final class Ratios {
    private final List<Double> all = new ArrayList<>();
    private String name = "";

    /** Adds a value under this name, and returns it. */
    double add(String name, double ratio) {
        this.name = name;
        all.add(ratio);
        return ratio;
    }

    /** Discards the values of the warm-up, in which the virtual machine has not compiled all code yet. */
    boolean forgetWarmup(IterationParams iteration) {
        boolean warmup = iteration.getType() == IterationType.WARMUP;
        if (warmup) {
            all.clear();
        }
        return warmup;
    }

    /** Prints the median and the quartiles. */
    void print() {
        List<Double> sorted = all.stream().sorted().toList();
        System.out.printf(
                Locale.ROOT,
                "%n%s: %.3f (quartiles %.3f and %.3f)%n",
                name,
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() / 4),
                sorted.get(sorted.size() * 3 / 4));
    }
}
