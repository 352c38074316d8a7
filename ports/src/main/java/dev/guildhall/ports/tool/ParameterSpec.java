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
 * One parameter of a tool, as it was given (spec/1, parameter definition).
 *
 * @param type what kind of value it takes
 * @param required whether it must be there; absent means that it need not be
 * @param description what it is for, at most {@value #MAX_DESCRIPTION} characters; absent means that the name says it
 * @param items the type of the elements, for arrays alone; absent means any, which only imported schemas may say,
 *     as well as {@code array}
 * @param options the only values that it takes, {@code enum} on the wire, each of the type, at most {@value
 *     #MAX_OPTIONS}; absent means any
 * @param standard what is taken when it is left out, {@code default} on the wire, of the type and among the options;
 *     absent means nothing
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

    /** Which types the elements of an array may have that is registered. */
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

    /** A parameter that must be there and takes any value of a type. */
    public static ParameterSpec required(ParameterType type, String description) {
        return of(type, description, true);
    }

    /** A parameter that may be left out and takes any value of a type. */
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

    /** Whether it must be there. */
    public boolean isRequired() {
        return required.orElse(false);
    }

    /**
     * What it lacks to be registered: an array says what its elements are, and an array of arrays cannot say that of the
     * inner ones. Empty when nothing is missing.
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

    /** The definition as it was given: what was left out is left out. */
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

    /** Its JSON Schema; that of an array always has {@code items}, since some model APIs refuse one without. */
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
