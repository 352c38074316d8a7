package dev.guildhall.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The media types that a client accepts, from its {@code Accept} header (RFC 9110, 12.5.1). Immutable.
 *
 * @param all in the order of the header, without malformed ones
 */
record MediaRanges(List<Range> all) {
    MediaRanges {
        all = List.copyOf(all);
    }

    /**
     * One media range.
     *
     * @param type in lower case, such as {@code text/html}, {@code text/*} or {@code *}{@code /*}
     * @param weight 0 to 1; 0 means that the client does not accept it
     */
    record Range(String type, double weight) {}

    static MediaRanges parse(String accept) {
        return new MediaRanges(Arrays.stream(accept.split(","))
                .flatMap(range -> range(range).stream())
                .toList());
    }

    private static Optional<Range> range(String text) {
        String[] parts = text.toLowerCase(Locale.ROOT).split(";", -1);
        double weight = 1;
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.startsWith("q=")) {
                if (!parameter.matches("q=(0(\\.\\d{0,3})?|1(\\.0{0,3})?)")) {
                    return Optional.empty();
                }
                weight = Double.parseDouble(parameter.substring(2));
            }
        }
        return Optional.of(new Range(parts[0].strip(), weight));
    }

    /** Browsers prefer a page to any other type; programs accept JSON, or any type. */
    static boolean prefersPage(String accept) {
        return parse(accept).prefer("text/html", "application/json");
    }

    boolean prefer(String type, String other) {
        return weight(type) > weight(other);
    }

    private double weight(String type) {
        return weightOf(type)
                .or(() -> weightOf(type.substring(0, type.indexOf('/')) + "/*"))
                .or(() -> weightOf("*/*"))
                .orElse(0.0);
    }

    private Optional<Double> weightOf(String type) {
        return all.stream()
                .filter(range -> range.type().equals(type))
                .map(Range::weight)
                .findFirst();
    }
}
