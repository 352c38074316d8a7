package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent whose model's answers are empty. */
class EmptyReplyHttpTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_model_that_answers_nothing_is_a_bad_gateway_and_no_empty_answer(boolean stream) {
        try (TestServer server = TestServer.start(new ScriptedChatModel(asked -> ScriptedChatModel.says(asked, "")))) {
            Client.Person ada = server.client().stranger();

            Client.Answer answer = AgentRequests.post(
                    ada,
                    "/chat",
                    "{'userId':'ME','messages':[{'role':'user','content':'hello'}],'stream':" + stream + "}");

            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.text("error")).isEqualTo("Bad Gateway");
            assertThat(answer.text("message")).isEqualTo("the model answered nothing: no text and no call of a tool");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/agent/api/chat", "/completion/api/chat"})
    void an_answer_of_which_all_was_left_out_says_so(String path) {
        String warning = "the model's answer has a picture, which was left out";
        try (TestServer server = TestServer.start(
                new ScriptedChatModel(asked -> ScriptedChatModel.says(asked, "").withWarnings(List.of(warning))))) {
            Client.Person ada = server.client().stranger();
            String asked =
                    "{\"userId\":\"" + ada.userId() + "\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]";

            Client.Answer whole = ada.client().post(path, asked + "}");
            Client.Answer streamed = ada.client().post(path, asked + ",\"stream\":true}");

            assertThat(whole.status()).isEqualTo(200);
            assertThat(whole.body()).contains(warning);
            assertThat(streamed.body()).contains(warning).doesNotContain("error");
        }
    }
}
