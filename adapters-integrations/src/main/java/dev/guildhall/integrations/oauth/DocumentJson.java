package dev.guildhall.integrations.oauth;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.guildhall.wire.http.ProviderJson;
import java.util.Optional;

final class DocumentJson {
    private DocumentJson() {}

    /** The value; empty when the text is not JSON, or has another structure. */
    static <T> Optional<T> read(String text, Class<T> type) {
        try {
            return Optional.ofNullable(ProviderJson.MAPPER.readValue(text, type));
        } catch (JsonProcessingException garbage) {
            return Optional.empty();
        }
    }
}
