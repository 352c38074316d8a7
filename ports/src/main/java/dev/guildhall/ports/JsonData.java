package dev.guildhall.ports;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON data that the domain passes on without reading it: maps, lists, strings, numbers, booleans and null, as plain
 * JDK values in the order of the source.
 */
public interface JsonData {
    /** The most decimal places of a number, and the most zeros after its digits. */
    int MAX_SCALE = 1000;

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
     * Whether programs that exchange JSON agree on the value: it has no infinite numbers, no NaN, and no exponent far
     * beyond that of a double, which would fill the memory when its digits are written out.
     */
    static boolean isWellFormed(Object value) {
        return switch (value) {
            case Double number -> Double.isFinite(number);
            case Float number -> Float.isFinite(number);
            case BigDecimal number -> Math.abs((long) number.scale()) <= MAX_SCALE;
            case List<?> list -> list.stream().allMatch(JsonData::isWellFormed);
            case Map<?, ?> map -> map.values().stream().allMatch(JsonData::isWellFormed);
            case null, default -> true;
        };
    }
}
