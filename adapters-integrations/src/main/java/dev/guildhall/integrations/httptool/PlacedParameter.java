package dev.guildhall.integrations.httptool;

import dev.guildhall.ports.JsonData;
import java.util.Optional;

/**
 * A parameter of a tool, and where its value goes.
 *
 * @param name as models know it
 * @param place which part of the request
 * @param target what it is called there: a placeholder of the path, a name in the query or of a header, or where it stands
 *     in the body as a JSON Pointer (RFC 6901), the empty one being the whole body
 * @param style how a list is written; of no meaning in the body
 * @param standard what is sent when it is left out; absent means nothing
 */
public record PlacedParameter(String name, Place place, String target, ListStyle style, Optional<Object> standard) {
    public PlacedParameter {
        standard = standard.map(JsonData::copyValue);
    }
}
