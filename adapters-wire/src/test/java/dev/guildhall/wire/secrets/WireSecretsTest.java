package dev.guildhall.wire.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WireSecretsTest {
    private static final String SECRET = "correct-horse-battery";
    private static final String KEY = "gh_" + "aB3_-".repeat(8) + "xyz";

    private final Secrets secrets = new Secrets();
    private final WireSecrets wire = new WireSecrets(secrets);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"password":"SECRET"}                  | password
        {"a":{"newPassword" : "SECRET"}        | password
        {"access_token":"SECRET","code":1      | access token
        /callback?code=SECRET                  | OAuth code
        a=b&state=SECRET                       | OAuth state
        Authorization: Bearer SECRET           | access token
        authorization: bEaReR SECRET           | access token
        {"clientSecret":"SECRET"}              | client secret
        """)
    void a_secret_that_is_sent_is_collected_with_its_kind(String text, String kind) {
        wire.sent(text.replace("SECRET", SECRET));

        assertThat(secrets.kindIn("it was " + SECRET + ".")).contains(kind);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"accessToken":"SECRET"}               | access token
        {"data":[{"refreshToken": "SECRET"}]}  | refresh token
        {"state":"SECRET"}                     | OAuth state
        """)
    void a_secret_that_is_received_is_collected_with_its_kind(String text, String kind) {
        wire.received(text.replace("SECRET", SECRET));

        assertThat(secrets.kindIn(SECRET)).contains(kind);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"title\":\"SECRET\"}",
                "{\"passwordless\":\"SECRET\"}",
                "{\"password\":",
                "?passwords=SECRET",
                "password=SECRET",
                "\"",
                "\"password",
                "?",
                "&code",
                "gh_short",
                "bear SECRET"
            })
    void other_texts_have_none(String text) {
        wire.sent(text.replace("SECRET", SECRET));
        wire.received(text.replace("SECRET", SECRET));

        assertThat(secrets.kindIn(SECRET)).isEmpty();
    }

    @Test
    void the_code_of_an_error_is_none_and_that_of_a_request_is_one() {
        wire.received("{\"error\":{\"code\":\"" + SECRET + "\"}}");
        assertThat(secrets.kindIn(SECRET)).isEmpty();

        wire.sent("{\"code\":\"" + SECRET + "\"}");
        assertThat(secrets.kindIn(SECRET)).contains("OAuth code");
    }

    @Test
    void an_api_key_is_collected_wherever_it_stands_in_a_long_text() {
        Random random = new Random(7);
        for (int round = 0; round < 20; round++) {
            Secrets found = new Secrets();
            StringBuilder text = new StringBuilder();
            random.ints(20_000, ' ', 'g').forEach(text::appendCodePoint);
            text.insert(random.nextInt(text.length()), KEY);

            new WireSecrets(found).received(text.toString());

            assertThat(found.kindIn(KEY)).as("round " + round).contains("API key");
        }
    }
}
