package dev.guildhall.integrations.httptool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.manifest.Declared;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialSourceTest {
    private static final String KEY = "k-12345/secret+value";
    private static final String ACTIONS =
            "\"actions\": {\"get\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\"}}";

    @TempDir
    private Path directory;

    @AutoClose
    private final Upstream upstream = new Upstream();

    private ToolEndpoint api(String auth) {
        return Declared.api(directory, upstream.address(), "\"auth\": " + auth + ", " + ACTIONS);
    }

    private ToolEndpoint inHeader() {
        return api("{\"type\": \"apiKey\", \"header\": \"X-Api-Key\"}");
    }

    @Test
    void a_key_goes_into_its_header_with_what_stands_before_it() {
        api("{\"type\": \"apiKey\", \"header\": \"Authorization\", \"prefix\": \"Token \"}")
                .invoke(Declared.call("api.get", Map.of(), KEY));

        assertThat(upstream.last().header("Authorization")).containsExactly("Token " + KEY);
        assertThat(upstream.last().target()).isEqualTo("/x");
    }

    @Test
    void a_key_goes_into_the_query_as_one_value() {
        api("{\"type\": \"apiKey\", \"query\": \"key\"}").invoke(Declared.call("api.get", Map.of(), "a&b=c #d"));

        assertThat(upstream.last().query()).containsExactly(Map.entry("key", "a&b=c #d"));
    }

    @Test
    void without_a_credential_nothing_is_sent() {
        ToolOutcome outcome = inHeader().invoke(Declared.call("api.get", Map.of()));

        assertThat(outcome)
                .isEqualTo(new ToolOutcome.Failure(
                        FailureKind.UNAUTHORIZED, "The API needs a connection; connect api first"));
        assertThat(upstream.seen()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"k\r\nX-Injected: 1", "k\n", "schlüssel", "k\0", " k"})
    void a_key_that_would_break_out_of_its_header_is_not_sent(String key) {
        ToolOutcome outcome = inHeader().invoke(Declared.call("api.get", Map.of(), key));

        assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.UNAUTHORIZED);
            assertThat(failure.message()).doesNotContain(key.strip());
        });
        assertThat(upstream.seen()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"401 Unauthorized", "400 Bad", "500 Broken", "429 Slow"})
    void a_key_that_an_upstream_repeats_in_a_failure_is_redacted(String status) {
        upstream.answers(Upstream.response(
                status,
                "Content-Type: application/json\r\n",
                "{\"message\": \"no " + KEY + " and k-12345%2Fsecret%2Bvalue\"}"));

        ToolOutcome outcome = inHeader().invoke(Declared.call("api.get", Map.of(), KEY));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        failure -> assertThat(failure.message())
                                .contains("no [secret] and [secret]")
                                .doesNotContain("k-12345"));
    }

    @Test
    void a_key_that_an_upstream_repeats_is_redacted() {
        upstream.answers(
                Upstream.json("{\"headers\": {\"X-Api-Key\": \"" + KEY + "\"}, \"" + KEY + "\": [\"<" + KEY + ">\"]}"));

        ToolOutcome outcome = inHeader().invoke(Declared.call("api.get", Map.of(), KEY));

        assertThat(outcome)
                .isEqualTo(new ToolOutcome.Success(
                        Map.of("headers", Map.of("X-Api-Key", "[secret]"), "[secret]", List.of("<[secret]>"))));
    }

    @Test
    void a_redirect_takes_neither_key_nor_secret_header_to_another_site() throws IOException {
        try (Upstream elsewhere = new Upstream()) {
            upstream.answers(Upstream.response("302 Found", "Location: " + elsewhere.address() + "/y\r\n", ""));
            ToolEndpoint api = Declared.api(
                    directory,
                    upstream.address(),
                    "\"headers\": {\"X-Org\": {\"env\": \"API_SECRET\"}, \"X-Plain\": \"p\"},"
                            + "\"auth\": {\"type\": \"apiKey\", \"header\": \"X-Api-Key\"}, " + ACTIONS);

            ToolOutcome outcome = api.invoke(Declared.call("api.get", Map.of(), KEY));

            assertThat(outcome).isEqualTo(new ToolOutcome.Success(Map.of()));
            assertThat(upstream.last().header("X-Org")).containsExactly("static-secret");
            assertThat(elsewhere.last().header("X-Plain")).containsExactly("p");
            assertThat(elsewhere.last().toString()).doesNotContain(KEY, "static-secret");
        }
    }

    @Test
    void a_redirect_that_carries_a_key_of_the_query_to_another_site_is_not_followed() throws IOException {
        try (Upstream elsewhere = new Upstream()) {
            upstream.answers(
                    Upstream.response("302 Found", "Location: " + elsewhere.address() + "/y?key=secret-key\r\n", ""));

            ToolOutcome outcome = api("{\"type\": \"apiKey\", \"query\": \"key\"}")
                    .invoke(Declared.call("api.get", Map.of(), "secret-key"));

            assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
                assertThat(failure.kind()).isEqualTo(FailureKind.BLOCKED);
                assertThat(failure.message()).startsWith("The API: ").doesNotContain("secret-key");
            });
            assertThat(elsewhere.seen()).isEmpty();
        }
    }
}
