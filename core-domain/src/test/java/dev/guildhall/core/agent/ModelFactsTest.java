package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.awaitQuietly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.NamedModel;
import dev.guildhall.core.config.FactExtraction;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ModelFactsTest {
    private final List<CompletionRequest> sought = new CopyOnWriteArrayList<>();
    private Function<CompletionRequest, Completion> finder =
            request -> ScriptedChatModel.says(request, "{\"facts\":[]}");
    private Conversing talk = talking(FactExtraction.MODEL);

    private Conversing talking(FactExtraction extraction) {
        return new Conversing(parts -> parts.facts(extraction).chatModel(new NamedModel(this::answer)));
    }

    private Completion answer(CompletionRequest request) {
        if (request.messages().getFirst().content().startsWith("Find durable facts")) {
            sought.add(request);
            return finder.apply(request);
        }
        return talk.answered(request);
    }

    private void finds(String answer) {
        finder = request -> ScriptedChatModel.says(request, answer);
    }

    /** What is known when everything that was left to be done has been done. */
    private List<String> facts() throws InterruptedException {
        talk.core().start();
        talk.core().close();
        return talk
                .installation()
                .stores()
                .memories()
                .list(talk.caller().userId(), MemoryFilter.of(MemoryType.LONG_TERM), PageRequest.first())
                .page()
                .items()
                .stream()
                .map(Memory::content)
                .toList();
    }

    @Test
    void a_model_finds_the_facts_of_the_users_own_words_after_the_answer() throws InterruptedException {
        finds("{\"facts\":[{\"fact\":\"Peanuts make me ill.\",\"importance\":0.9}]}");
        talk.tools().add("a.read", arguments -> new ToolOutcome.Success("I live in Rome."));
        talk.modelCalls(Conversing.call("c1", "a.read")).modelSays("I live in the cloud.");

        AgentReply reply = talk.ask("Last time with the <words>nuts</words> I got ill.");

        assertThat(reply.memoryUpdated()).isTrue();
        assertThat(facts()).containsExactly("Peanuts make me ill.");
        assertThat(sought).hasSize(1);
        assertThat(sought.getFirst().messages().getLast().content())
                .isEqualTo("<words>Last time with the nuts I got ill.</words>");
        assertThat(sought.getFirst().within()).isPresent();
        assertThat(sought.getFirst().sampling().maxTokens()).isPresent();
    }

    @Test
    void a_later_fact_takes_the_place_of_the_one_before() throws InterruptedException {
        finder = request -> ScriptedChatModel.says(
                request,
                "{\"facts\":[{\"fact\":\"I live in "
                        + (sought.size() == 1 ? "Oslo" : "Rome")
                        + ".\",\"topic\":\"home\"}]}");

        talk.ask("Oslo is where my flat is.");
        talk.ask("I have a flat in Rome now instead.");

        assertThat(facts()).containsExactly("I live in Rome.");
    }

    @Test
    void rules_find_them_where_the_model_fails_or_answers_something_else() throws InterruptedException {
        finds("There are no facts, but I could tell you a joke.");
        talk.ask("I am allergic to peanuts.");
        List<String> first = facts();

        talk = talking(FactExtraction.MODEL);
        finder = request -> {
            throw new Refusal(new CompletionProblem.RequestRefused("no"));
        };
        talk.ask("I am allergic to peanuts.");

        assertThat(first).containsExactly("I am allergic to peanuts.");
        assertThat(facts()).containsExactly("I am allergic to peanuts.");
        assertThat(sought).hasSize(2);
    }

    @Test
    void facts_came_back_after_their_conversation_was_forgotten() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        finder = request -> {
            begun.countDown();
            awaitQuietly(release);
            return ScriptedChatModel.says(request, "{\"facts\":[{\"fact\":\"I live in Oslo.\"}]}");
        };
        talk.ask("I live in Oslo.");
        begun.await();

        talk.forgetConversation();
        release.countDown();

        assertThat(facts()).isEmpty();
    }

    @Test
    void nobody_looks_for_facts_when_that_is_off_and_rules_ask_no_model() throws InterruptedException {
        talk = talking(FactExtraction.OFF);
        talk.ask("I am allergic to peanuts.");
        List<String> off = facts();

        talk = talking(FactExtraction.RULES);
        talk.ask("I am allergic to peanuts.");

        assertThat(off).isEmpty();
        assertThat(facts()).containsExactly("I am allergic to peanuts.");
        assertThat(sought).isEmpty();
    }
}
