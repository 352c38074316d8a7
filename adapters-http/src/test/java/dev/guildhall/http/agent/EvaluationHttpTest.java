package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.evaluation.CaseId;
import dev.guildhall.ports.evaluation.EvaluationCase;
import dev.guildhall.ports.evaluation.Evaluations;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import dev.guildhall.testkit.contract.agent.EvaluationStoreContract;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cases and evaluations of assistants over HTTP (evaluation-1 to evaluation-5). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EvaluationHttpTest {
    private final Stores stores = InMemoryStores.empty();
    private final CountDownLatch held = new CountDownLatch(1);

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.stores(stores)
            .chatModel(new ScriptedChatModel(request -> ScriptedChatModel.says(request, answer(request)))));

    private final Client.Person ada = server.client().stranger();
    private final Client.Person bob = server.client().stranger();

    private String answer(CompletionRequest request) {
        String asked = request.messages().getLast().content();
        if (asked.equals("wait")) {
            try {
                held.await();
            } catch (InterruptedException cancelled) {
                Thread.currentThread().interrupt();
            }
        }
        return "You said: " + asked;
    }

    private String assistant(Client.Person owner) {
        return AgentRequests.post(owner, "/assistants", "{'name':'Helper','instructions':'x'}")
                .text("id");
    }

    private static Client.Answer added(Client.Person person, String assistant, String body) {
        return AgentRequests.post(person, "/assistants/" + assistant + "/cases", body);
    }

    private static Client.Answer started(Client.Person person, String assistant, String body) {
        return AgentRequests.post(person, "/assistants/" + assistant + "/evaluations", body);
    }

    private static Client.Answer found(Client.Person person, String assistant, String id) {
        return AgentRequests.get(person, "/assistants/" + assistant + "/evaluations/" + id);
    }

    /** The evaluation when its task has ended. */
    private static Client.Answer ended(Client.Person person, String assistant, Client.Answer started) {
        person.client().get("/api/v1/tasks/" + started.text("taskId") + "?wait=60");
        return found(person, assistant, started.text("id"));
    }

    @Test
    void a_case_has_defaults_and_is_listed_and_deleted() {
        String assistant = assistant(ada);

        Client.Answer plain = added(ada, assistant, "{'input':'Hi','rubric':null}");
        Client.Answer whole = added(
                ada,
                assistant,
                "{'input':'Go','contains':['a','b'],'rubric':'Be"
                        + " kind.','requiredTools':['a.b'],'forbiddenTools':['c.*'],'execute':true}");

        assertThat(plain.status()).isEqualTo(201);
        assertThat(plain.texts("assistantId", "input", "execute")).containsExactly(assistant, "Hi", "false");
        assertThat(plain.json().get("rubric").isNull()).isTrue();
        assertThat(plain.json().get("contains").isEmpty()).isTrue();
        assertThat(whole.texts("contains.1", "rubric", "requiredTools.0", "forbiddenTools.0", "execute"))
                .containsExactly("b", "Be kind.", "a.b", "c.*", "true");
        Client.Answer list = AgentRequests.get(ada, "/assistants/" + assistant + "/cases");
        assertThat(list.texts("cases.0.id", "cases.1.id")).containsExactly(whole.text("id"), plain.text("id"));
        String path = "/assistants/" + assistant + "/cases/" + plain.text("id");
        assertThat(AgentRequests.get(ada, path).json()).isEqualTo(plain.json());
        assertThat(AgentRequests.get(bob, path).status()).isEqualTo(404);
        assertThat(AgentRequests.send(ada, "DELETE", path, "").status()).isEqualTo(204);
        assertThat(AgentRequests.get(ada, path).status()).isEqualTo(404);
        assertThat(AgentRequests.send(ada, "DELETE", path, "").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {}|input: is required
        {'input':7}|input: must be a string
        {'input':'  '}|input: must have 1 to 32000 characters, not only blanks
        {'input':'a','contains':'b'}|contains: must be an array
        {'input':'a','contains':['b','']}|contains[1]: must have 1 to 1000 characters, not only blanks
        {'input':'a','rubric':''}|rubric: must have 1 to 8000 characters, not only blanks
        {'input':'a','requiredTools':['Not a tool']}|requiredTools[0]: must be the name of a tool
        {'input':'a','forbiddenTools':['x']}|forbiddenTools[0]: must be the name of a tool
        {'input':'a','execute':'yes'}|execute: must be
        """)
    void a_bad_value_of_a_case_names_its_field(String body, String message) {
        Client.Answer refused = added(ada, assistant(ada), body);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("message")).startsWith(message);
    }

    @Test
    void an_evaluation_has_the_results_of_all_cases() {
        String assistant = assistant(ada);
        String good = added(ada, assistant, "{'input':'Hi','contains':['YOU SAID: hi']}")
                .text("id");
        String bad = added(ada, assistant, "{'input':'Hi','contains':['Bye'],'requiredTools':['a.b']}")
                .text("id");

        Client.Answer started = started(ada, assistant, "");
        Client.Answer done = ended(ada, assistant, started);

        assertThat(started.status()).isEqualTo(202);
        assertThat(started.text("id")).startsWith("eval_");
        assertThat(started.text("status")).isEqualTo("queued");
        assertThat(done.texts("status", "version", "cases", "passed", "failed"))
                .containsExactly("completed", "1", "2", "1", "1");
        assertThat(done.texts("results.0.caseId", "results.0.passed", "results.0.answer"))
                .containsExactly(good, "true", "You said: Hi");
        assertThat(done.json().at("/results/0/reasons").isEmpty()).isTrue();
        assertThat(done.texts("results.1.caseId", "results.1.passed", "results.1.reasons.0", "results.1.reasons.1"))
                .containsExactly(bad, "false", "the answer does not contain \"Bye\"", "a.b was not called");
        assertThat(done.json().at("/results/1/toolsUsed").isEmpty()).isTrue();
        Client.Answer list = AgentRequests.get(ada, "/assistants/" + assistant + "/evaluations");
        assertThat(list.texts("evaluations.0.id", "evaluations.0.results.0.passed"))
                .containsExactly(started.text("id"), "true");
    }

    @Test
    void a_version_is_chosen_and_an_unknown_one_is_missing() {
        String assistant = assistant(ada);
        AgentRequests.send(ada, "PATCH", "/assistants/" + assistant, "{'instructions':'y'}");

        assertThat(started(ada, assistant, "{'version':1}").text("version")).isEqualTo("1");
        assertThat(started(ada, assistant, "{'version':null}").text("version")).isEqualTo("2");
        assertThat(started(ada, assistant, "{'version':3}").status()).isEqualTo(404);
        Client.Answer refused = started(ada, assistant, "{'version':0}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("message")).startsWith("version: ");
    }

    @Test
    void what_belongs_to_another_user_does_not_exist() {
        String hers = assistant(ada);
        String his = assistant(bob);
        String one = added(ada, hers, "{'input':'Hi'}").text("id");
        Client.Answer started = started(ada, hers, "{}");

        assertThat(added(bob, hers, "{'input':'Hi'}").status()).isEqualTo(404);
        assertThat(AgentRequests.get(bob, "/assistants/" + hers + "/cases").status())
                .isEqualTo(404);
        assertThat(AgentRequests.send(bob, "DELETE", "/assistants/" + hers + "/cases/" + one, "")
                        .status())
                .isEqualTo(404);
        assertThat(AgentRequests.send(bob, "DELETE", "/assistants/" + his + "/cases/" + one, "")
                        .status())
                .isEqualTo(404);
        assertThat(started(bob, hers, "{}").status()).isEqualTo(404);
        assertThat(found(bob, hers, started.text("id")).status()).isEqualTo(404);
        assertThat(found(bob, his, started.text("id")).status()).isEqualTo(404);
        assertThat(AgentRequests.get(bob, "/assistants/" + hers + "/evaluations")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void the_two_hundred_and_first_case_is_refused() {
        String assistant = assistant(ada);
        for (int i = 0; i < Evaluations.MOST_CASES; i++) {
            stores.evaluations()
                    .add(new EvaluationCase(
                            new CaseId(Sample.id("case")),
                            new AssistantId(assistant),
                            EvaluationStoreContract.plain("Hi"),
                            Sample.NOW));
        }

        Client.Answer refused = added(ada, assistant, "{'input':'Hi'}");

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).isEqualTo("60");
        assertThat(refused.text("message")).contains("200 cases");
    }

    @Test
    void two_evaluations_run_at_once_and_one_is_cancelled() {
        String assistant = assistant(ada);
        added(ada, assistant, "{'input':'first'}");
        added(ada, assistant, "{'input':'wait'}");
        Client.Answer first = started(ada, assistant, "{}");
        Client.Answer second = started(ada, assistant, "{}");

        String task = "/api/v1/tasks/" + first.text("taskId");
        assertThat(ada.client().send("DELETE", task, "").status()).isEqualTo(200);
        held.countDown();

        assertThat(found(ada, assistant, first.text("id")).text("status")).isEqualTo("cancelled");
        Client.Answer done = ended(ada, assistant, second);
        assertThat(done.texts("status", "passed")).containsExactly("completed", "2");
        assertThat(found(ada, assistant, first.text("id")).text("status")).isEqualTo("cancelled");
    }
}
