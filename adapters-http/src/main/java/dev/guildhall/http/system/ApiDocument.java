package dev.guildhall.http.system;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.http.Service;
import java.io.IOException;
import java.io.UncheckedIOException;

/** One service's OpenAPI document, with the address where this node serves the service. */
final class ApiDocument {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ApiDocument() {}

    static byte[] read(Service service, String server) {
        try {
            ObjectNode document =
                    (ObjectNode) MAPPER.readTree(Resource.bytes("/openapi/" + service.wireName() + ".json"));
            document.putArray("servers").addObject().put("url", server.isEmpty() ? "/" : server);
            return MAPPER.writeValueAsBytes(document);
        } catch (IOException broken) {
            throw new UncheckedIOException("the OpenAPI document of " + service.wireName() + " cannot be read", broken);
        }
    }
}
