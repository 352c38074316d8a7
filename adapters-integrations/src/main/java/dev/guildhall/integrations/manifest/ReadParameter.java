package dev.guildhall.integrations.manifest;

import dev.guildhall.integrations.httptool.PlacedParameter;
import dev.guildhall.ports.tool.ParameterSpec;
import java.util.Map;

/**
 * A parameter of an action.
 *
 * @param spec the short form for models
 * @param schema its JSON Schema, with everything that the manifest adds
 * @param placed the position of its value
 */
record ReadParameter(ParameterSpec spec, Map<String, Object> schema, PlacedParameter placed) {
    /** Whether the schema has more than the short form. */
    boolean saysMore() {
        return !schema.equals(spec.schema());
    }
}
