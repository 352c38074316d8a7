package dev.guildhall.integrations.httptool;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.Set;

/**
 * What an answer means.
 *
 * @param form what a success comes as
 * @param result where in it the tool's result stands; the empty pointer is all of it
 * @param success what a success says besides its status; absent means that the status says it all
 * @param error where a failure says what it is; absent means one of the usual places
 * @param codes what some failures are, by the text at {@code error}
 */
public record AnswerRules(
        Form form, JsonPointer result, Optional<Success> success, Optional<JsonPointer> error, Codes codes) {
    /** What a success comes as. */
    public enum Form {
        /** JSON, or text when it does not call itself JSON. */
        JSON,
        /** Text, whatever it calls itself. */
        TEXT
    }

    /**
     * A value that tells a success from a failure.
     *
     * @param pointer where it stands
     * @param equals what it is in a success
     */
    public record Success(JsonPointer pointer, JsonNode equals) {}

    /**
     * Texts that an upstream tells failures apart by.
     *
     * @param unauthorized that the credential is not good
     * @param rateLimited that it is asked too often
     * @param unavailable that it failed itself and may not the next time
     */
    public record Codes(Set<String> unauthorized, Set<String> rateLimited, Set<String> unavailable) {
        /** None. */
        public static final Codes NONE = new Codes(Set.of(), Set.of(), Set.of());

        public Codes {
            unauthorized = Set.copyOf(unauthorized);
            rateLimited = Set.copyOf(rateLimited);
            unavailable = Set.copyOf(unavailable);
        }
    }

    /** The status says whether it is a success, and all of the answer is the result. */
    public static AnswerRules plain() {
        return new AnswerRules(Form.JSON, JsonPointer.empty(), Optional.empty(), Optional.empty(), Codes.NONE);
    }
}
