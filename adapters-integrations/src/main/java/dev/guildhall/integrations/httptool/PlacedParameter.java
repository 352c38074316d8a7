package dev.guildhall.integrations.httptool;

import dev.guildhall.ports.JsonData;
import java.util.Optional;

/**
 * A parameter of a tool, and the position of its value.
 *
 * @param name the name for models
 * @param place the part of the request
 * @param target the name in that part: a placeholder of the path, a name in the query or of a header, or a JSON Pointer
 *     in the body (RFC 6901), where the empty one means the whole body
 * @param style how a list is written; has no effect in the body
 * @param standard the default value; absent means none
 */
public record PlacedParameter(String name, Place place, String target, ListStyle style, Optional<Object> standard) {
    public PlacedParameter {
        standard = standard.map(JsonData::copyValue);
    }
}
