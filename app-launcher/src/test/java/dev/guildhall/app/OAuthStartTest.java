package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OAuthStartTest {
    @TempDir
    private Path folder;

    @Test
    void a_provider_that_is_down_does_not_keep_the_server_from_starting() {
        Map<String, String> settings = Map.of(
                "GUILDHALL_DATABASE_URL", "memory",
                "GUILDHALL_PORT", "0",
                "GUILDHALL_OAUTH_GITHUB_CLIENT_ID", "at github",
                "GUILDHALL_OAUTH_GITHUB_CLIENT_SECRET", "secret at github",
                "GUILDHALL_OAUTH_CORP_ISSUER", "http://127.0.0.1:9",
                "GUILDHALL_OAUTH_CORP_CLIENT_ID", "at corp",
                "GUILDHALL_ALLOWED_REDIRECTS", "https://app.example/in");
        try (ServerProcess server = ServerProcess.start(folder, settings)) {
            Web web = new Web(server.address("account"));
            String oauth = server.address("account") + "/auth/oauth";
            String github = oauth + "/github/authorize?redirectUri=https://app.example/";

            JsonNode providers = web.get(oauth + "/providers").get("providers");
            JsonNode begun = web.get(github + "in/back");

            assertThat(providers.findValuesAsText("name")).containsExactly("corp", "github");
            assertThat(begun.get("authorizationUrl").asText())
                    .startsWith("https://github.com/login/oauth/authorize?")
                    .contains("client_id=at+github")
                    .doesNotContain("secret");
            assertThat(web.statusOf(github + "out")).isEqualTo(422);
            assertThat(web.statusOf(oauth + "/corp/authorize?redirectUri=https://app.example/in"))
                    .isEqualTo(502);
        }
    }
}
