package dev.guildhall.core.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseRedactionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "password", "PASSWORD", "userPasswd", "pass", "secret", "client_secret", "accessToken", "api_key",
                "apiKey", "x-api-key", "Authorization", "cookie", "privateKey", "credentials", "pin", "cardPin",
                "card_pin", "PIN", "otp", "otpCode", "signature"
            })
    void a_value_with_a_secret_name_is_not_shown(String name) {
        assertThat(Redaction.of(Map.of(name, "hush"))).isEqualTo(Map.of(name, "[redacted]"));
        assertThat(Redaction.of(Map.of(name, Map.of("a", 1)))).isEqualTo(Map.of(name, "[redacted]"));
        assertThat(Redaction.of(Map.of("list", List.of(Map.of(name, 1234)))))
                .isEqualTo(Map.of("list", List.of(Map.of(name, "[redacted]"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"shipping_address", "spinner", "opinion", "ping", "mapping", "laptop", "adoptPet", "text"})
    void a_name_that_only_has_such_letters_in_it_is_no_secret(String name) {
        assertThat(Redaction.of(Map.of(name, "shown"))).isEqualTo(Map.of(name, "shown"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer eyJhbGciOiJSUzI1NiJ9.e30.sig",
                "ghp_0123456789abcdefghijABCDEFGHIJ012345",
                "sk-proj-0123456789abcdefghij",
                "xoxb-123456789012-abcdefghijkl",
                "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
                "https://ada:hush@example.org/",
                "https://example.org/?q=1&access_token=hush"
            })
    void a_value_that_looks_like_a_secret_is_not_shown(String value) {
        assertThat(Redaction.of(Map.of("text", value))).isEqualTo(Map.of("text", "[redacted]"));
        assertThat(Redaction.of(Map.of("list", List.of(value)))).isEqualTo(Map.of("list", List.of("[redacted]")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://example.org/a?page=2", "ada@example.org", "the bearer of bad news", "sk-1", "a.b.c"})
    void a_value_that_does_not_is_shown(String value) {
        assertThat(Redaction.of(Map.of("text", value))).isEqualTo(Map.of("text", value));
    }

    @Test
    void whether_there_is_a_secret_is_none() {
        assertThat(Redaction.of(Map.of("showPassword", true))).isEqualTo(Map.of("showPassword", true));
    }

    @Test
    void plain_values_are_shown_in_their_order() {
        Map<String, Object> given = new LinkedHashMap<>();
        given.put("z", Arrays.asList(1, 2.5, null, true));
        given.put("a", Collections.singletonMap("nothing", null));

        assertThat(Redaction.of(given)).isEqualTo(given);
        assertThat(Redaction.of(given).keySet()).containsExactly("z", "a");
    }

    @Test
    void long_texts_are_cut_and_never_through_a_character() {
        String exact = "x".repeat(200);
        String pair = "x".repeat(199) + "👋";

        assertThat(Redaction.of(Map.of("a", exact, "b", exact + "y", "c", pair)))
                .isEqualTo(Map.of("a", exact, "b", exact + "…", "c", "x".repeat(199) + "…"));
        assertThat(Redaction.of(Map.of("n".repeat(300), 1))).isEqualTo(Map.of("n".repeat(200) + "…", 1));
        assertThat(Redaction.of(Map.of("n", BigInteger.TEN.pow(500)))).isEqualTo(Map.of("n", "…"));
    }

    @Test
    void much_and_deep_is_left_out() {
        Map<String, Object> wide = new LinkedHashMap<>();
        IntStream.range(0, 60).forEach(i -> wide.put("n" + i, i));
        Object deep = "bottom";
        for (int i = 0; i < 10; i++) {
            deep = Map.of("d", deep);
        }

        Map<String, Object> shown =
                Redaction.of(Map.of("wide", wide, "list", Collections.nCopies(60, 1), "deep", deep));

        assertThat(shown.get("wide"))
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                .hasSize(51)
                .containsEntry("…", 10);
        assertThat(shown.get("list"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(51);
        assertThat(String.valueOf(shown.get("deep"))).isEqualTo("{d={d={d={d=…}}}}");
    }
}
