package dev.guildhall.ports.tool;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One parameter of a tool, as the client defined it (tools-4).
 *
 * @param type the type of its value
 * @param required whether it is required; absent means no
 * @param description its purpose, at most {@value #MAX_DESCRIPTION} characters; absent means none
 * @param items the type of the elements, for arrays alone; absent means any; only imported schemas may leave it out or
 *     name {@code array}
 * @param options the permitted values, {@code enum} in JSON, each of the type, at most {@value #MAX_OPTIONS}; absent
 *     means any
 * @param standard the value when it is left out, {@code default} in JSON, of the type and among the options; absent
 *     means none
 */
public record ParameterSpec(
        ParameterType type,
        Optional<Boolean> required,
        Optional<String> description,
        Optional<ParameterType> items,
        Optional<List<Object>> options,
        Optional<Object> standard) {
    /** The most characters of a description. */
    public static final int MAX_DESCRIPTION = 2000;

    /** The most options. */
    public static final int MAX_OPTIONS = 500;

    /** The types that the elements of a registered array may have. */
    public static final String ITEMS_EXPECTED = "must be one of string, number, integer, boolean, object";

    public ParameterSpec {
        options = options.map(ParameterSpec::copy);
        standard = standard.map(JsonData::copyValue);
        description.ifPresent(ParameterSpec::requireDescription);
        requireItems(type, items);
        options.ifPresent(given -> requireOptions(type, given));
        if (standard.isPresent()) {
            requireStandard(type, options, standard.get());
        }
    }

    /** A required parameter with any value of a type. */
    public static ParameterSpec required(ParameterType type, String description) {
        return of(type, description, true);
    }

    /** An optional parameter with any value of a type. */
    public static ParameterSpec optional(ParameterType type, String description) {
        return of(type, description, false);
    }

    private static ParameterSpec of(ParameterType type, String description, boolean required) {
        return new ParameterSpec(
                type,
                Optional.of(required),
                Optional.of(description),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Whether it is required. */
    public boolean isRequired() {
        return required.orElse(false);
    }

    /**
     * What the parameter lacks for a registration: an array must name the type of its elements, and an array of arrays
     * cannot name that of the inner ones. Empty when nothing is missing.
     */
    public Optional<Violation> missing() {
        if (type != ParameterType.ARRAY) {
            return Optional.empty();
        }
        if (items.isEmpty()) {
            return Optional.of(new Violation("items", "is required for type array"));
        }
        return items.filter(ParameterType.ARRAY::equals)
                .map(nested ->
                        new Violation("items", ITEMS_EXPECTED + ": the elements of an inner array would have no type"));
    }

    /** The definition as the client sent it, without the fields that the client left out. */
    public Map<String, Object> asGiven() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", type.wireName());
        required.ifPresent(given -> fields.put("required", given));
        description.ifPresent(given -> fields.put("description", given));
        items.ifPresent(given -> fields.put("items", given.wireName()));
        options.ifPresent(given -> fields.put("enum", given));
        standard.ifPresent(given -> fields.put("default", given));
        return fields;
    }

    /** Its JSON Schema; for an array it always has {@code items}, since some model APIs require that. */
    public Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", type.wireName());
        description.ifPresent(text -> schema.put("description", text));
        if (type == ParameterType.ARRAY) {
            schema.put(
                    "items",
                    items.map(element -> Map.of("type", element.wireName())).orElse(Map.of()));
        }
        options.ifPresent(values -> schema.put("enum", values));
        standard.ifPresent(value -> schema.put("default", value));
        return JsonData.copy(schema);
    }

    @SuppressWarnings("unchecked")
    private static List<Object> copy(List<Object> options) {
        return (List<Object>) JsonData.copyValue(options);
    }

    private static void requireDescription(String description) {
        if (description.length() > MAX_DESCRIPTION || !Text.isWellFormed(description)) {
            throw Refusal.invalid(
                    "description", "must be well-formed text of at most " + MAX_DESCRIPTION + " characters");
        }
    }

    private static void requireItems(ParameterType type, Optional<ParameterType> items) {
        if (items.isPresent() && type != ParameterType.ARRAY) {
            throw Refusal.invalid("items", "is for parameters of type array alone");
        }
    }

    private static void requireOptions(ParameterType type, List<Object> options) {
        if (options.isEmpty() || options.size() > MAX_OPTIONS) {
            throw Refusal.invalid("enum", "must have 1 to " + MAX_OPTIONS + " values");
        }
        if (!options.stream().allMatch(type::accepts)) {
            throw Refusal.invalid("enum", "must have values of type " + type.wireName() + " alone");
        }
    }

    private static void requireStandard(ParameterType type, Optional<List<Object>> options, Object standard) {
        if (!type.accepts(standard)) {
            throw Refusal.invalid("default", "must be of type " + type.wireName());
        }
        if (options.isPresent() && !options.get().contains(standard)) {
            throw Refusal.invalid("default", "must be one of the values of enum");
        }
    }
}
