package dev.guildhall.integrations.httptool;

import dev.guildhall.ports.JsonData;
import java.util.Optional;

/**
 * A parameter of a tool, and the position of its value: a placeholder of the path, a name in the query or of a header,
 * or a JSON Pointer in the body (RFC 6901), where the empty one means the whole body and the style has no effect.
 */
public record PlacedParameter(String name, Place place, String target, ListStyle style, Optional<Object> standard) {
    public PlacedParameter {
        standard = standard.map(JsonData::copyValue);
    }
}
