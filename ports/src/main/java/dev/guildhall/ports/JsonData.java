package dev.guildhall.ports;

import dev.guildhall.ports.problem.Violation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * JSON data that the domain passes on without reading it: maps, lists, strings, numbers, booleans and null, as plain
 * JDK values in the order of the source.
 */
public interface JsonData {
    /** The most decimal places of a number, and the most zeros after its digits. */
    int MAX_SCALE = 1000;

    /** The most levels of objects and arrays inside of each other. */
    int MAX_DEPTH = 1000;

    /** The most characters of the place of a fault. */
    int LONGEST_PLACE = 500;

    /** An unmodifiable deep copy of an object; null values are kept. */
    static Map<String, Object> copy(Map<String, ?> object) {
        Map<String, Object> copy = new LinkedHashMap<>();
        object.forEach((name, value) -> copy.put(name, copyValue(value)));
        return Collections.unmodifiableMap(copy);
    }

    /** An unmodifiable deep copy of any value; a value that is neither a map nor a list is returned as it is. */
    static Object copyValue(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((name, inner) -> copy.put(String.valueOf(name), copyValue(inner)));
            return Collections.unmodifiableMap(copy);
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>(list.size());
            list.forEach(inner -> copy.add(copyValue(inner)));
            return Collections.unmodifiableList(copy);
        }
        return value;
    }

    /**
     * The same value with U+FFFD in place of each character that cannot be stored ({@link Text#repaired}), in texts and in
     * names.
     */
    static Object repaired(Object value) {
        return switch (value) {
            case String text -> Text.repaired(text);
            case List<?> list -> {
                List<Object> repaired = new ArrayList<>(list.size());
                list.forEach(item -> repaired.add(repaired(item)));
                yield repaired;
            }
            case Map<?, ?> map -> repairedObject(map);
            case null -> value;
            default -> value;
        };
    }

    /** The same object with U+FFFD in place of each character that cannot be stored, in texts and in names. */
    static Map<String, Object> repairedObject(Map<?, ?> object) {
        Map<String, Object> repaired = new LinkedHashMap<>();
        object.forEach((name, value) -> repaired.put(Text.repaired(String.valueOf(name)), repaired(value)));
        return repaired;
    }

    /**
     * A decimal of JSON as a plain JDK value: a double when that is written with the same digits, else the decimal, which
     * keeps all its digits, its zeros at the end and its exponent.
     */
    static Number number(BigDecimal decimal) {
        double near = decimal.doubleValue();
        return Double.isFinite(near) && isWrittenAlike(BigDecimal.valueOf(near), decimal) ? (Number) near : decimal;
    }

    private static boolean isWrittenAlike(BigDecimal one, BigDecimal other) {
        return one.scale() == other.scale() && one.compareTo(other) == 0;
    }

    /** Whether {@link #fault} finds nothing. */
    static boolean isWellFormed(Object value) {
        return fault("", value).isEmpty();
    }

    /**
     * Why programs that exchange JSON do not agree on a value that comes from other code, with the place of the first
     * fault: it has a value that JSON does not have, such as a date, NaN or an infinite number, an exponent far beyond
     * that of a double, which would fill the memory when its digits are written out, or more than {@value #MAX_DEPTH}
     * levels. Empty when they do.
     *
     * @param path the name of the value, for example {@code output}
     */
    static Optional<String> fault(String path, Object value) {
        return fault(value, 0).map(found -> {
            int colon = found.lastIndexOf(": ");
            String place = path + found.substring(0, colon);
            String shown = place.startsWith(".") ? place.substring(1) : place;
            return Text.beginning(shown, LONGEST_PLACE) + found.substring(colon);
        });
    }

    /** The same, for the error of a request. */
    static Optional<Violation> violation(String path, Object value) {
        return fault(path, value).map(fault -> {
            int colon = fault.indexOf(": ");
            return new Violation(fault.substring(0, colon), fault.substring(colon + 2));
        });
    }

    /** The place of the fault inside of the value, and after a colon what it is. */
    private static Optional<String> fault(Object value, int depth) {
        if (depth > MAX_DEPTH) {
            return Optional.of(": has more than " + MAX_DEPTH + " levels");
        }
        if (value instanceof Map<?, ?> map) {
            return memberFault(map, depth);
        }
        return value instanceof List<?> list ? itemFault(list, depth) : leafFault(value);
    }

    private static Optional<String> itemFault(List<?> list, int depth) {
        int index = 0;
        for (Object item : list) {
            Optional<String> fault = fault(item, depth + 1);
            if (fault.isPresent()) {
                return Optional.of("[" + index + "]" + fault.get());
            }
            index++;
        }
        return Optional.empty();
    }

    private static Optional<String> memberFault(Map<?, ?> map, int depth) {
        for (Map.Entry<?, ?> member : map.entrySet()) {
            if (!(member.getKey() instanceof String name)) {
                return Optional.of(": has a name that is not a text");
            }
            Optional<String> fault = fault(member.getValue(), depth + 1);
            if (fault.isPresent()) {
                return Optional.of("." + name + fault.get());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> leafFault(Object value) {
        return switch (value) {
            case String ignored -> Optional.empty();
            case Boolean ignored -> Optional.empty();
            case Integer ignored -> Optional.empty();
            case Long ignored -> Optional.empty();
            case Short ignored -> Optional.empty();
            case Byte ignored -> Optional.empty();
            case BigInteger ignored -> Optional.empty();
            case Double number when Double.isFinite(number) -> Optional.empty();
            case Float number when Float.isFinite(number) -> Optional.empty();
            case BigDecimal number when Math.abs((long) number.scale()) <= MAX_SCALE -> Optional.empty();
            case Double number -> Optional.of(": " + number + " is not JSON");
            case Float number -> Optional.of(": " + number + " is not JSON");
            case BigDecimal number -> Optional.of(": a number with the scale " + number.scale() + " is out of range");
            case null -> Optional.empty();
            default -> Optional.of(": " + value.getClass().getTypeName() + " is not JSON");
        };
    }
}
