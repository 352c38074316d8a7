package dev.guildhall.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;

/** Reads the claims of access tokens, as any bearer can. */
public final class Tokens {
    private Tokens() {}

    public static String claim(String token, String name) {
        try {
            JsonNode claims = Json.MAPPER.readTree(Base64.getUrlDecoder().decode(token.split("\\.")[1]));
            return claims.get(name).asText();
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }
}
