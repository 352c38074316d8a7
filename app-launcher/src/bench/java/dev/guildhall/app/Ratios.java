package dev.guildhall.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The ratios of pairs that took turns: their median is the figure, whatever else the machine did. */
final class Ratios {
    private final List<Double> all = new ArrayList<>();

    void add(double ratio) {
        all.add(ratio);
    }

    void clear() {
        all.clear();
    }

    /** The median, with the quartiles behind it. */
    String summary() {
        List<Double> sorted = all.stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "%.3f (quartiles %.3f and %.3f)",
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() / 4),
                sorted.get(sorted.size() * 3 / 4));
    }
}
