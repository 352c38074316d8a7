package dev.guildhall.integrations.httptool;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.Set;

/**
 * How to interpret a response.
 *
 * @param form the format of a success
 * @param result the position of the tool's result; the empty pointer means the whole response
 * @param success the value that marks a success besides its status; absent means that the status is enough
 * @param error the position of the error message; absent means one of the usual positions
 * @param codes the kinds of some failures, by the text at {@code error}
 */
public record ResponseRules(
        Form form, JsonPointer result, Optional<Success> success, Optional<JsonPointer> error, Codes codes) {
    public enum Form {
        /** JSON, or text when the content type is not JSON. */
        JSON,
        /** Text, whatever the content type is. */
        TEXT
    }

    /** A value that distinguishes a success from a failure. */
    public record Success(JsonPointer pointer, JsonNode equals) {}

    /** An upstream's error codes, by their meaning; after an unavailable one another attempt may succeed. */
    public record Codes(Set<String> unauthorized, Set<String> rateLimited, Set<String> unavailable) {
        public static final Codes NONE = new Codes(Set.of(), Set.of(), Set.of());

        public Codes {
            unauthorized = Set.copyOf(unauthorized);
            rateLimited = Set.copyOf(rateLimited);
            unavailable = Set.copyOf(unavailable);
        }
    }

    /** The status determines success, and the whole response is the result. */
    public static ResponseRules plain() {
        return new ResponseRules(Form.JSON, JsonPointer.empty(), Optional.empty(), Optional.empty(), Codes.NONE);
    }
}
