package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenStartIT {
    @TempDir
    private Path folder;

    @Test
    void a_grace_that_is_configured_holds_and_an_admin_rotates_the_keys() {
        Map<String, String> settings = Map.of(
                "GUILDHALL_DATABASE_URL", "memory",
                "GUILDHALL_PORT", "0",
                "GUILDHALL_EMBEDDINGS", "off",
                "GUILDHALL_ADMIN_EMAILS", "ada@example.org",
                "GUILDHALL_REFRESH_GRACE", "60");
        try (InProcessServer server = InProcessServer.start(folder, settings)) {
            String accounts = server.address("account");
            Web ada = new Web(accounts);
            String first =
                    "{\"refreshToken\":\"" + ada.register().get("refreshToken").asText() + "\"}";

            JsonNode once = ada.post(accounts + "/auth/token/refresh", first);
            JsonNode again = ada.post(accounts + "/auth/token/refresh", first);
            JsonNode rotated = ada.post(accounts + "/auth/keys/rotate", "");

            assertThat(again.get("refreshToken").asText())
                    .isNotEmpty()
                    .isEqualTo(once.get("refreshToken").asText());
            assertThat(rotated.findValuesAsText("status")).containsExactly("next", "active", "retired");
            assertThat(ada.statusOf(accounts + "/auth/session")).isEqualTo(200);
        }
    }
}
