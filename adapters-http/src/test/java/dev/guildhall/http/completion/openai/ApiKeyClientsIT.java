package dev.guildhall.http.completion.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.IssuedKey;
import dev.guildhall.http.NodeScript;
import dev.guildhall.http.completion.PiecewiseModel;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.model.catalog.ModelDescription;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiModelCatalog;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Whether clients of OpenAI's API that other projects maintain work with an API key, until it is revoked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiKeyClientsIT {
    private static final int PATIENCE_S = 60;

    @AutoClose
    private final OpenAiFixture fixture = new OpenAiFixture(PiecewiseModel.saying("Hello", " world"));

    private final String origin = "http://127.0.0.1:" + fixture.server.port();

    @Test
    void the_client_of_openai_for_node_chats_streams_and_lists_and_then_gets_401(@TempDir Path folder)
            throws Exception {
        IssuedKey key = IssuedKey.of(fixture.person);

        try (NodeScript client = NodeScript.start(
                folder,
                "/openai/key-client.cjs",
                "openai",
                origin + OpenAiFixture.BASE,
                key.secret(),
                origin + key.path(),
                fixture.person.accessToken())) {
            JsonNode seen = client.seen();

            assertThat(Client.texts(seen, "whole", "streamed", "revoked"))
                    .containsExactly("Hello world", "Hello world", "204");
            assertThat(seen.get("pieces").asInt()).isGreaterThan(1);
            assertThat(seen.get("models")).map(JsonNode::asText).isEqualTo(List.of("piecewise", "org/big", "hashing"));
            assertThat(List.of("refusedWhole", "refusedStream", "refusedModels"))
                    .allSatisfy(call -> assertThat(Client.texts(
                                    seen, call + ".name", call + ".status", call + ".code", call + ".type"))
                            .containsExactly("AuthenticationError", "401", "invalid_api_key", "invalid_request_error"));
            assertThat(seen.toString()).doesNotContain(key.secret());
        }
    }

    @Test
    void langchain4j_chats_streams_and_lists_and_then_gets_401() throws Exception {
        IssuedKey key = IssuedKey.of(fixture.person);
        OpenAiChatModel whole = OpenAiChatModel.builder()
                .baseUrl(origin + OpenAiFixture.BASE)
                .apiKey(key.secret())
                .modelName("piecewise")
                .maxRetries(0)
                .build();
        OpenAiModelCatalog models = OpenAiModelCatalog.builder()
                .baseUrl(origin + OpenAiFixture.BASE)
                .apiKey(key.secret())
                .build();
        List<String> pieces = new ArrayList<>();

        assertThat(whole.chat("hi")).isEqualTo("Hello world");
        assertThat(streamed(key, pieces).get(PATIENCE_S, TimeUnit.SECONDS)).isEqualTo("Hello world");
        assertThat(models.listModels()).extracting(ModelDescription::name).contains("piecewise", "org/big");
        key.revoke();

        assertThat(pieces).hasSizeGreaterThan(1);
        assertThatThrownBy(() -> whole.chat("hi"))
                .isInstanceOf(AuthenticationException.class)
                .hasMessageContaining("\"code\":\"invalid_api_key\"")
                .hasMessageNotContaining(key.secret());
        assertThatExceptionOfType(HttpException.class)
                .isThrownBy(models::listModels)
                .satisfies(refused -> assertThat(refused.statusCode()).isEqualTo(401));
        assertThat(streamed(key, pieces))
                .failsWithin(PATIENCE_S, TimeUnit.SECONDS)
                .withThrowableThat()
                .withCauseInstanceOf(AuthenticationException.class);
    }

    private CompletableFuture<String> streamed(IssuedKey key, List<String> pieces) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        OpenAiStreamingChatModel.builder()
                .baseUrl(origin + OpenAiFixture.BASE)
                .apiKey(key.secret())
                .modelName("piecewise")
                .build()
                .chat("hi", new StreamingChatResponseHandler() {
                    @Override
                    public void onPartialResponse(String piece) {
                        pieces.add(piece);
                    }

                    @Override
                    public void onCompleteResponse(ChatResponse response) {
                        answer.complete(response.aiMessage().text());
                    }

                    @Override
                    public void onError(Throwable error) {
                        answer.completeExceptionally(error);
                    }
                });
        return answer;
    }

    @Test
    void a_client_with_the_header_of_anthropic_chats_and_then_gets_401() {
        IssuedKey key = IssuedKey.of(fixture.person);
        Client client = fixture.server.client().with("x-api-key", key.secret());

        assertThat(client.post(OpenAiFixture.CHAT, OpenAiFixture.ASKING).text("choices.0.message.content"))
                .isEqualTo("Hello world");
        key.revoke();

        Client.Answer refused = client.post(OpenAiFixture.CHAT, OpenAiFixture.ASKING);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.text("error.code")).isEqualTo("invalid_api_key");
        assertThat(refused.body()).doesNotContain(key.secret());
    }
}
