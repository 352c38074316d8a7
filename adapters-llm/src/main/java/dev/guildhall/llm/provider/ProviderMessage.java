package dev.guildhall.llm.provider;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.llm.http.Limits;
import java.util.Optional;

/** Finds the message in an error, whose format differs between providers. */
public final class ProviderMessage {
    private ProviderMessage() {}

    /** The message of the body of an error, or of an error object, on one line and shortened; empty when there is none. */
    public static Optional<String> in(JsonNode json) {
        JsonNode error = json.has("error") ? json.path("error") : json;
        if (error.isTextual()) {
            return Optional.of(shorten(error.asText())).filter(text -> !text.isEmpty());
        }
        for (String field : new String[] {"message", "detail", "msg"}) {
            if (error.path(field).isTextual() && !error.path(field).asText().isBlank()) {
                return Optional.of(shorten(error.path(field).asText()));
            }
        }
        return Optional.empty();
    }

    public static String shorten(String text) {
        String line = text.strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
        if (line.codePointCount(0, line.length()) <= Limits.ERROR_CHARACTERS) {
            return line;
        }
        return line.substring(0, line.offsetByCodePoints(0, Limits.ERROR_CHARACTERS - 1)) + "…";
    }
}
