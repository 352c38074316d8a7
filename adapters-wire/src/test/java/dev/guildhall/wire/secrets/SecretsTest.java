package dev.guildhall.wire.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {
    private final Secrets secrets = new Secrets();
    private final WireSecrets traffic = new WireSecrets(secrets);

    @Test
    void a_secret_is_found_at_every_position_also_beside_texts_with_the_same_end() {
        secrets.add("password", "correct horse battery");
        secrets.add("refresh token", "a dead battery");

        assertThat(secrets.kindIn("correct horse battery")).contains("password");
        assertThat(secrets.kindIn("user=ada password=correct horse battery.")).contains("password");
        assertThat(secrets.kindIn("?password=correct+horse+battery&x")).contains("password");
        assertThat(secrets.kindIn("a wrong horse battery and a dead battery")).contains("refresh token");
    }

    @Test
    void a_part_of_a_secret_and_a_short_secret_are_not_found() {
        secrets.add("password", "correct horse battery");
        secrets.add("password", "short");

        assertThat(secrets.kindIn("a horse battery")).isEmpty();
        assertThat(secrets.kindIn("in short")).isEmpty();
        assertThat(secrets.kindIn("")).isEmpty();
    }

    @Test
    void a_signed_token_is_known_by_its_signature() {
        secrets.add("access token", "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1c3JfMSJ9.c2lnbmF0dXJl");

        assertThat(secrets.kindIn("token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1c3JfMiJ9.b3RoZXI"))
                .isEmpty();
        assertThat(secrets.kindIn("signature c2lnbmF0dXJl")).contains("access token");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"email\":\"a@b.c\",\"password\":\"a secret one\"|password",
                "{\"x\":{\"newPassword\" : \"a secret one\"}}|password",
                "{\"provider\":\"acme\",\"code\":\"a secret one\"}|OAuth code",
                "GET /back?state=a+secret+one&x=y HTTP/1.1|OAuth state",
                "Authorization: bEARER aaaa.bbbb.a+secret+one|access token"
            })
    void what_is_sent_is_learned(String request, String kind) {
        traffic.sent(request);

        assertThat(secrets.kindIn("… a secret one")
                        .or(() -> secrets.kindIn("… a+secret+one"))
                        .orElseThrow())
                .isEqualTo(kind);
    }

    @Test
    void the_code_of_an_error_is_no_secret_and_an_issued_token_is() {
        traffic.received("{\"error\":{\"code\":\"UNAUTHENTICATED\"},\"refreshToken\":\"0123456789\"}");

        assertThat(secrets.kindIn("UNAUTHENTICATED")).isEmpty();
        assertThat(secrets.kindIn("0123456789")).contains("refresh token");
    }
}
