package dev.guildhall.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The models that administrators set up, over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModelHttpTest {
    private static final String MODELS = "/api/v1/admin/models";
    private static final String SETTINGS = "/api/v1/admin/settings";

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.modelConnector(new EchoConnector()));

    private final Client admin = server.client().register(TestServer.ADMIN).client();

    private void create(String name, String fields) {
        String model = """
            {"name":"%s","deployments":[{"id":"d","provider":"openai","baseUrl":"https://models.example/v1","apiKey":"k",\
            "model":"theirs"}]%s}
            """.formatted(name, fields);
        assertThat(admin.post(MODELS, model).status()).isEqualTo(201);
    }

    private Client.Answer change(String name, String fields) {
        return admin.send("PATCH", MODELS + "/" + name, fields);
    }

    @Test
    void a_null_in_a_change_clears_the_field() {
        create("plain", "");
        String before = change("plain", "{}").body();
        String group = admin.post("/api/v1/groups", "{\"name\":\"Readers\"}").text("id");
        create("other", "");
        Client.Answer all = change("plain", """
            {"choice":"least-latency","fallbacks":["other"],"prices":{"input":1,"output":2},"contextTokens":32000,\
            "groups":["%s"],"capabilities":["images"],"enabled":false,"isDefault":true}
            """.formatted(group));

        Client.Answer cleared = change("plain", """
            {"choice":null,"fallbacks":null,"prices":null,"contextTokens":null,"groups":null,"capabilities":null,\
            "enabled":null,"isDefault":null,"version":null}
            """);

        assertThat(all.json().get("groups").toString()).contains(group);
        assertThat(all.json().get("fallbacks").toString()).isEqualTo("[\"other\"]");
        assertThat(withoutVersion(cleared.body())).isEqualTo(withoutVersion(before));
        assertThat(change("plain", "{\"deployments\":null}").fault()).isEqualTo("422 deployments: must not be null");
    }

    private static String withoutVersion(String model) {
        return model.replaceFirst("\"version\":\\d+", "");
    }

    @Test
    void the_setting_of_the_default_model_is_null_for_the_one_that_is_marked() {
        create("marked", ",\"isDefault\":true");

        Client.Answer none = admin.get(SETTINGS);
        Client.Answer chosen = admin.send("PATCH", SETTINGS, "{\"defaultModel\":\"marked\"}");
        Client.Answer cleared = admin.send("PATCH", SETTINGS, "{\"defaultModel\":null}");

        assertThat(List.of(none, cleared))
                .allSatisfy(answer ->
                        assertThat(answer.json().get("defaultModel").isNull()).isTrue());
        assertThat(chosen.text("defaultModel")).isEqualTo("marked");
    }

    @Test
    void an_old_version_is_409_and_another_address_needs_the_key_again() {
        create("moved", "");
        int version =
                change("moved", "{\"enabled\":true}").json().get("version").asInt();

        Client.Answer old = change("moved", "{\"enabled\":false,\"version\":" + (version - 1) + "}");
        Client.Answer without = change("moved", """
            {"deployments":[{"id":"d","provider":"openai","baseUrl":"https://thief.example/v1","model":"theirs"}]}
            """);
        Client.Answer kept = change("moved", """
            {"deployments":[{"id":"d","provider":"openai","baseUrl":"https://models.example/v1","model":"new"}],"version":%d}
            """.formatted(version));

        assertThat(old.error()).isEqualTo("409 CONFLICT");
        assertThat(without.error()).isEqualTo("422 VALIDATION_ERROR");
        assertThat(without.text("error.message")).startsWith("deployments[0].apiKey:");
        JsonNode deployment = kept.json().at("/deployments/0");
        assertThat(Client.texts(deployment, "model", "hasApiKey")).containsExactly("new", "true");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "choice                    | {\"choice\":5}",
                "enabled                   | {\"enabled\":\"yes\"}",
                "isDefault                 | {\"isDefault\":1}",
                "contextTokens             | {\"contextTokens\":99999999999999999999}",
                "contextTokens             | {\"contextTokens\":1.5}",
                "fallbacks[0]              | {\"fallbacks\":[null]}",
                "groups                    | {\"groups\":{}}",
                "deployments               | {\"deployments\":{}}",
                "deployments               | {\"deployments\":[]}",
                "deployments[0]            | {\"deployments\":[[]]}",
                "deployments[0].provider   | {\"deployments\":[{\"model\":\"x\"}]}",
                "deployments[0].weight     |"
                        + " {\"deployments\":[{\"provider\":\"openai\",\"model\":\"x\",\"weight\":0}]}",
                "prices.input              | {\"prices\":{\"input\":\"1\",\"output\":1}}",
                "prices.output             | {\"prices\":{\"input\":1,\"output\":1e999}}",
                "version                   | {\"version\":\"1\"}",
                "body                      | []",
                "body                      | {",
            })
    void what_is_wrong_in_a_change_is_named(String field, String body) {
        if (!admin.get(MODELS).body().contains("\"checked\"")) {
            create("checked", "");
        }

        Client.Answer answer = change("checked", body);

        assertThat(answer.error()).isEqualTo("422 VALIDATION_ERROR");
        assertThat(answer.text("error.message")).startsWith(field + ":");
    }
}
