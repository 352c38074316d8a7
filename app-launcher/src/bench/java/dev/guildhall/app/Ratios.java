package dev.guildhall.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/** The ratios or differences of pairs that took turns: their median is the figure, whatever else the machine did. */
final class Ratios {
    private final List<Double> all = new ArrayList<>();
    private String name = "";

    /** Adds one of those that have this name, and gives it back. */
    double add(String name, double ratio) {
        this.name = name;
        all.add(ratio);
        return ratio;
    }

    /** What the virtual machine has not compiled yet says nothing. */
    boolean forgetWarmup(IterationParams iteration) {
        boolean warmup = iteration.getType() == IterationType.WARMUP;
        if (warmup) {
            all.clear();
        }
        return warmup;
    }

    /** Prints the median, with the quartiles behind it. */
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
