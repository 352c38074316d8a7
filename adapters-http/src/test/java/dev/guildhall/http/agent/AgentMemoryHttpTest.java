package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.testkit.ScriptedChatModel;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** How the agent uses memories; its model answers with the text that it got before the question. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AgentMemoryHttpTest {
    @AutoClose
    private TestServer server;

    private Client.Person ada;

    @BeforeAll
    void start() {
        server = TestServer.start(new ScriptedChatModel(AgentMemoryHttpTest::shown));
    }

    @BeforeEach
    void register() {
        ada = server.client().stranger();
    }

    private static Completion shown(CompletionRequest request) {
        return ScriptedChatModel.says(
                request,
                switch (request.messages().getFirst()) {
                    case ChatMessage.Instruction instruction -> instruction.content();
                    case ChatMessage other -> "nothing";
                });
    }

    private String ask(String question) {
        return AgentRequests.post(
                        ada, "/chat", "{'userId':'ME','messages':[{'role':'user','content':'" + question + "'}]}")
                .json()
                .at("/message/content")
                .asText();
    }

    @Test
    void the_model_is_shown_an_earlier_turn_with_the_one_after_it_each_once() {
        AgentRequests.remember(ada, "'type':'conversation','content':'Good morning to all','chatId':'old'");
        AgentRequests.remember(ada, "'type':'conversation','content':'Which instrument is it?','chatId':'old'");
        AgentRequests.remember(ada, "'type':'conversation','content':'The violin','chatId':'old'");
        AgentRequests.remember(ada, "'type':'conversation','content':'Rain again','chatId':'other'");

        String shown = ask("Guess the instrument");

        assertThat(shown)
                .containsPattern("] Which instrument is it\\?\\n- \\[[0-9: -]+] The violin\\n")
                .containsOnlyOnce("The violin")
                .doesNotContain("Rain again");
    }

    @Test
    void a_fact_that_another_took_the_place_of_is_listed_with_its_successor_for_who_asks_for_such() {
        ask("I live in Berlin.");
        ask("I moved to Paris.");

        Client.Answer holding = AgentRequests.get(ada, "/memory/ME?type=long_term&includeSuperseded=false");
        Client.Answer all = AgentRequests.get(ada, "/memory/ME?type=long_term&includeSuperseded=true&limit=2");

        assertThat(holding.json().at("/total").asInt()).isEqualTo(1);
        assertThat(all.json().at("/total").asInt()).isEqualTo(2);
        assertThat(all.json().at("/memories/0").has("supersededBy")).isFalse();
        assertThat(all.json().at("/memories/1/supersededBy").asText())
                .isEqualTo(all.json().at("/memories/0/id").asText());
    }

    @Test
    void whether_superseded_ones_are_listed_is_said_in_one_of_two_words() {
        Client.Answer refused = AgentRequests.get(ada, "/memory/ME?includeSuperseded=1");

        assertThat(refused.fault()).isEqualTo("400 includeSuperseded: must be true or false");
    }

    @Test
    void a_fact_that_another_took_the_place_of_goes_with_it_and_never_comes_back() {
        ask("I live in Berlin.");
        ask("I moved to Paris.");
        Client.Answer facts = AgentRequests.get(ada, "/memory/ME?type=long_term");
        String paris = facts.json().at("/memories/0/id").asText();

        int status =
                AgentRequests.send(ada, "DELETE", "/memory/item/" + paris, "").status();

        assertThat(AgentRequests.contents(facts)).hasSize(1);
        assertThat(status).isEqualTo(204);
        assertThat(AgentRequests.contents(AgentRequests.get(ada, "/memory/ME?type=long_term")))
                .isEmpty();
        Client.Answer found = AgentRequests.post(ada, "/memory/ME/search", "{'query':'Berlin','type':'long_term'}");
        assertThat(AgentRequests.contents(found)).isEmpty();
    }
}
