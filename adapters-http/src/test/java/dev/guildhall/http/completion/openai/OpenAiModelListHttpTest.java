package dev.guildhall.http.completion.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.completion.PiecewiseModel;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenAiModelListHttpTest {
    private static final String PATH = OpenAiFixture.BASE + "/models";

    @AutoClose
    private final OpenAiFixture fixture = new OpenAiFixture(PiecewiseModel.saying("yes"));

    private Client.Answer get(String path) {
        return fixture.person.client().get(path);
    }

    @Test
    void the_models_of_the_provider_and_the_one_that_embeds_are_listed() {
        assertThat(get(PATH).body())
                .isEqualTo("{\"object\":\"list\",\"data\":["
                        + "{\"id\":\"piecewise\",\"object\":\"model\",\"created\":0,\"owned_by\":\"pieces\"},"
                        + "{\"id\":\"org/big\",\"object\":\"model\",\"created\":0,\"owned_by\":\"pieces\"},"
                        + "{\"id\":\"hashing\",\"object\":\"model\",\"created\":0,\"owned_by\":\"guildhall\"}]}");
    }

    @Test
    void one_model_is_found_by_its_id_a_slash_in_it_included() {
        assertThat(get(PATH + "/hashing").json().get("id").asText()).isEqualTo("hashing");
        assertThat(get(PATH + "/org%2Fbig").json().get("id").asText()).isEqualTo("org/big");
    }

    @Test
    void a_client_of_anthropic_gets_the_chat_models_in_its_form() {
        Client client = fixture.person.client().with("anthropic-version", "2023-06-01");

        assertThat(client.get(PATH).body())
                .isEqualTo("{\"data\":[{\"type\":\"model\",\"id\":\"piecewise\",\"display_name\":\"P\","
                        + "\"created_at\":\"1970-01-01T00:00:00.000Z\"},"
                        + "{\"type\":\"model\",\"id\":\"org/big\",\"display_name\":\"B\","
                        + "\"created_at\":\"1970-01-01T00:00:00.000Z\"}],"
                        + "\"has_more\":false,\"first_id\":\"piecewise\",\"last_id\":\"org/big\"}");
        assertThat(client.get(PATH + "?limit=1&after_id=piecewise")
                        .json()
                        .get("first_id")
                        .asText())
                .isEqualTo("org/big");
        assertThat(client.get(PATH + "?limit=1").json().get("has_more").asBoolean())
                .isTrue();
        assertThat(client.get(PATH + "/org%2Fbig").json().get("type").asText()).isEqualTo("model");
        assertThat(client.get(PATH + "/missing").status()).isEqualTo(404);
        assertThat(client.get(PATH + "?limit=0").status()).isEqualTo(400);
    }

    @Test
    void an_unknown_model_is_404_by_code() {
        Client.Answer answer = get(PATH + "/missing");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body())
                .isEqualTo("{\"error\":{\"message\":\"model: \\\"missing\\\" is not a model of this server\","
                        + "\"type\":\"invalid_request_error\",\"param\":\"model\",\"code\":\"model_not_found\"}}");
    }

    @Test
    void without_a_model_that_embeds_none_is_listed() {
        try (TestServer server = TestServer.start(PiecewiseModel.saying("yes"))) {
            Client.Answer answer = server.client().stranger().client().get(PATH);

            assertThat(answer.json().get("data").findValuesAsText("id")).containsExactly("piecewise", "org/big");
        }
    }
}
