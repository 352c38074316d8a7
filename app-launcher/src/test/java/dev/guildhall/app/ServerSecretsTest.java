package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.wire.secrets.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerSecretsTest {
    @TempDir
    private Path folder;

    private final Secrets secrets = new Secrets();

    @Test
    void a_secret_of_the_settings_that_is_printed_is_found() {
        ServerSecrets.learn(
                secrets,
                Map.of(
                        "GUILDHALL_OAUTH_CORP_CLIENT_SECRET", "secret at corp",
                        "GUILDHALL_LLM_API_KEY", "sk-0123456789",
                        "GUILDHALL_DATABASE_URL", "postgresql://ada:lovelace1815@db.example:5432/guildhall"));

        assertThat(ServerSecrets.in(secrets, "INFO all is well\nINFO with secret at corp", folder))
                .containsExactly("GUILDHALL_OAUTH_CORP_CLIENT_SECRET in INFO with secret at corp…");
        assertThat(ServerSecrets.in(secrets, "key=sk-0123456789", folder)).hasSize(1);
        assertThat(ServerSecrets.in(secrets, "password authentication with lovelace1815", folder))
                .hasSize(1);
        assertThat(ServerSecrets.in(secrets, "db.example:5432/guildhall", folder))
                .isEmpty();
    }

    @Test
    void a_password_that_the_server_made_and_its_database_logged_is_found() throws IOException {
        Path postgres = Files.createDirectories(folder.resolve("data/postgres"));
        Files.writeString(postgres.resolve("password"), "0123456789abcdef\n");
        Files.writeString(
                postgres.resolve("server.log"), "LOG: ready\nERROR: in ALTER USER PASSWORD '0123456789abcdef'");

        ServerSecrets.learn(secrets, folder);

        assertThat(ServerSecrets.in(secrets, "", folder))
                .singleElement()
                .asString()
                .startsWith("password in ERROR");
    }
}
