package dev.guildhall.integrations.manifest;

import dev.guildhall.integrations.httptool.PlacedParameter;
import dev.guildhall.ports.tool.ParameterSpec;
import java.util.Map;

/**
 * A parameter of an action.
 *
 * @param spec what models are told, in brief
 * @param schema the same as JSON Schema, with everything that the manifest adds
 * @param placed where its value goes
 */
record ReadParameter(ParameterSpec spec, Map<String, Object> schema, PlacedParameter placed) {
    /** Whether the schema says more than the specification. */
    boolean saysMore() {
        return !schema.equals(spec.schema());
    }
}
