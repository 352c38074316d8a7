package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.AssistantAnswer;
import dev.guildhall.ports.agent.AssistantQuestion;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.assistant.AssistantChange;
import dev.guildhall.ports.assistant.AssistantDefinition;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.knowledge.NewCollection;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.ToolProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Assistants that answer (assistants-4 to assistants-7). */
class AssistedChatTest {
    private final Conversing conversing = new Conversing();
    private final Caller.User ada = conversing.caller();

    private Assistant assistant(Optional<List<String>> tools, boolean memory) {
        return assistant(tools, memory, List.of());
    }

    private Assistant assistant(Optional<List<String>> tools, boolean memory, List<CollectionId> collections) {
        return conversing
                .core()
                .assistants()
                .create(
                        ada,
                        new AssistantDefinition(
                                "Pirate",
                                "",
                                "Talk like a pirate.",
                                Optional.of("own-model"),
                                OptionalDouble.of(0.5),
                                Optional.of("low"),
                                tools,
                                collections,
                                memory,
                                List.of(),
                                Audience.PRIVATE));
    }

    private Assistant assistant() {
        return assistant(Optional.empty(), true);
    }

    private static AssistantChange renamed(String name) {
        return new AssistantChange(
                Optional.of(name),
                Optional.empty(),
                Optional.empty(),
                new Change.Kept<>(),
                new Change.Kept<>(),
                new Change.Kept<>(),
                new Change.Kept<>(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private AgentRequest request(AgentOptions options) {
        return AgentRequest.ofQuestion(ada.userId(), "Hi").with(options);
    }

    private AgentRequest to(Assistant assistant) {
        return request(AgentOptions.DEFAULT.with(new Change.Replaced<>(assistant.id())));
    }

    private CompletionRequest lastAsked() {
        return conversing.asked().getLast();
    }

    private static String instructionsOf(CompletionRequest request) {
        return ((ChatMessage.Instruction) request.messages().getFirst()).content();
    }

    @Test
    void the_instructions_and_settings_of_the_assistant_reach_the_model() {
        Assistant pirate = assistant();

        AgentReply reply = conversing.send(to(pirate));

        assertThat(instructionsOf(lastAsked())).contains("\"Pirate\"").endsWith("Talk like a pirate.");
        assertThat(lastAsked().sampling().model()).contains("own-model");
        assertThat(lastAsked().sampling().temperature()).hasValue(0.5);
        assertThat(lastAsked().sampling().decoding().others())
                .extracting(setting -> setting.name() + "=" + setting.value())
                .containsExactly("reasoning_effort=low");
        assertThat(reply.message().details().assistant()).contains(new AssistantVersion(pirate.id(), 1));
        assertThat(conversing.kept().getLast().details().assistant()).contains(new AssistantVersion(pirate.id(), 1));
    }

    @Test
    void what_the_request_names_goes_before_the_assistant() {
        Sampling asked = new Sampling(Optional.of("other"), OptionalDouble.of(1), OptionalInt.empty());
        AgentOptions options = new AgentOptions(
                asked,
                Optional.of(true),
                Optional.empty(),
                new Change.Replaced<>(assistant(Optional.empty(), false).id()),
                List.of(),
                false);

        AgentReply reply = conversing.send(request(options));

        assertThat(lastAsked().sampling().model()).contains("other");
        assertThat(lastAsked().sampling().temperature()).hasValue(1);
        assertThat(reply.memoryUpdated()).isTrue();
    }

    @Test
    void an_assistant_without_memory_stores_none() {
        AgentReply reply = conversing.send(to(assistant(Optional.empty(), false)));

        assertThat(reply.memoryUpdated()).isFalse();
        assertThat(conversing.memories()).isEmpty();
    }

    @Test
    void a_chat_keeps_its_assistant_in_the_newest_version() {
        Assistant pirate = assistant();
        conversing.send(to(pirate));
        conversing.core().assistants().change(ada, pirate.id(), renamed("Corsair"));

        AgentReply second = conversing.ask("Again");

        assertThat(second.message().details().assistant()).contains(new AssistantVersion(pirate.id(), 2));
        assertThat(instructionsOf(lastAsked())).contains("\"Corsair\"");
        assertThat(conversing.conversation().chat().assistant()).contains(pirate.id());
    }

    @Test
    void a_chat_keeps_the_assistant_that_a_request_named_last() {
        conversing.ask("Hi");
        Assistant pirate = assistant();
        conversing.send(to(pirate));

        AgentReply third = conversing.ask("Again");

        assertThat(third.message().details().assistant()).contains(new AssistantVersion(pirate.id(), 1));
    }

    @Test
    void a_request_that_names_none_takes_the_assistant_from_the_chat() {
        Assistant pirate = assistant();
        conversing.send(to(pirate));

        AgentReply second = conversing.send(request(AgentOptions.DEFAULT.with(new Change.Cleared<>())));
        AgentReply third = conversing.ask("Again");

        assertThat(second.message().details().assistant()).isEmpty();
        assertThat(third.message().details().assistant()).isEmpty();
        assertThat(instructionsOf(lastAsked())).doesNotContain("Pirate");
        assertThat(conversing.conversation().chat().assistant()).isEmpty();
    }

    @Test
    void a_chat_whose_assistant_was_deleted_goes_on_without_one() {
        Assistant pirate = assistant();
        conversing.send(to(pirate));
        conversing.core().assistants().delete(ada, pirate.id());

        AgentReply second = conversing.send(request(AgentOptions.DEFAULT.with(new Change.Cleared<>())));

        assertThat(second.message().details().assistant()).isEmpty();
        assertThat(conversing.kept()).hasSize(4);
    }

    @Test
    void a_deleted_assistant_is_missed_at_the_next_question_and_nothing_is_stored() {
        Assistant pirate = assistant();
        conversing.send(to(pirate));
        conversing.core().assistants().delete(ada, pirate.id());

        assertThat(Refused.by(() -> conversing.ask("Again"))).isEqualTo(new CommonProblem.NotFound("assistant"));
        assertThat(conversing.kept()).hasSize(2);
    }

    @Test
    void another_users_assistant_is_not_there() {
        Assistant pirate = assistant();
        Caller.User bob = conversing.installation().someone();
        AgentRequest asked = AgentRequest.ofQuestion(bob.userId(), "Hi")
                .with(AgentOptions.DEFAULT.with(new Change.Replaced<>(pirate.id())));

        assertThat(Refused.by(() -> conversing.agents().chat(bob, asked, event -> {})))
                .isEqualTo(new CommonProblem.NotFound("assistant"));
    }

    @Test
    void tools_of_the_request_narrow_those_of_the_assistant() {
        conversing.tools().addEcho("a.sum").addEcho("a.mail").addEcho("b.other");
        Assistant pirate = assistant(Optional.of(List.of("a.*", "gone.tool")), true);

        conversing.send(to(pirate));
        assertThat(Shown.offered(lastAsked())).containsExactly("a.mail", "a.sum");

        AgentOptions narrowed = new AgentOptions(
                Sampling.DEFAULT,
                Optional.empty(),
                Optional.of(List.of("a.sum", "b.other")),
                new Change.Replaced<>(pirate.id()),
                List.of(),
                false);
        conversing.send(request(narrowed));
        assertThat(Shown.offered(lastAsked())).containsExactly("a.sum");
    }

    private Assistant reader() {
        CollectionId reports = conversing
                .core()
                .knowledge()
                .create(ada, new NewCollection("Reports", "", Audience.PRIVATE))
                .id();
        return assistant(Optional.of(List.of()), true, List.of(reports));
    }

    @Test
    void the_search_of_its_collections_is_offered_whatever_tools_it_has() {
        conversing.send(to(reader()));

        assertThat(Shown.offered(lastAsked())).containsExactly("knowledge.search");
    }

    @Test
    void a_request_that_restricts_its_tools_has_to_name_the_search_too() {
        conversing.tools().addEcho("a.b");
        AgentOptions options = new AgentOptions(
                Sampling.DEFAULT,
                Optional.empty(),
                Optional.of(List.of("a.b")),
                new Change.Replaced<>(reader().id()),
                List.of(),
                false);

        conversing.send(request(options));

        assertThat(Shown.offered(lastAsked())).isEmpty();
    }

    @Test
    void the_search_of_its_collections_is_offered_outside_of_chats() {
        conversing
                .core()
                .agents()
                .ask(
                        ada,
                        new AssistantQuestion(
                                reader().id().value(),
                                List.of(new ChatMessage.User("Hi")),
                                Sampling.DEFAULT,
                                Optional.empty()),
                        event -> {});

        assertThat(Shown.offered(lastAsked())).containsExactly("knowledge.search");
    }

    @Test
    void an_unknown_tool_of_the_request_is_refused() {
        AgentOptions options = new AgentOptions(
                Sampling.DEFAULT,
                Optional.empty(),
                Optional.of(List.of("no.tool")),
                new Change.Replaced<>(assistant().id()),
                List.of(),
                false);

        assertThat(Refused.by(() -> conversing.send(request(options)))).isInstanceOf(ToolProblem.UnknownTools.class);
    }

    @Test
    void of_all_tools_at_most_thirty_two_are_offered() {
        IntStream.range(0, 60).forEach(i -> conversing.tools().addEcho("many.tool" + i));

        conversing.send(to(assistant()));

        assertThat(Shown.offered(lastAsked())).hasSizeLessThanOrEqualTo(32);
    }

    @Test
    void an_assistant_answers_outside_of_a_chat_with_the_history_of_the_request() {
        conversing.tools().addEcho("a.sum");
        Assistant pirate = assistant(Optional.of(List.of("a.sum")), true);
        conversing.modelCalls(Conversing.call("c1", "a.sum")).modelSays("Arr.");
        List<String> words = new ArrayList<>();

        AssistantAnswer answer = conversing
                .agents()
                .ask(
                        ada,
                        new AssistantQuestion(
                                "Pirate",
                                List.of(
                                        new ChatMessage.User("One"),
                                        new ChatMessage.Assistant("Two"),
                                        new ChatMessage.User("Three")),
                                Sampling.DEFAULT,
                                Optional.empty()),
                        event -> {
                            if (event instanceof AgentEvent.Token(String text)) {
                                words.add(text);
                            }
                        });

        assertThat(answer.text()).isEqualTo("Arr.");
        assertThat(String.join("", words)).isEqualTo("Arr.");
        assertThat(answer.toolsUsed()).containsExactly("a.sum");
        assertThat(answer.assistant()).isEqualTo(new AssistantVersion(pirate.id(), 1));
        assertThat(Shown.to(conversing.asked().getFirst()))
                .containsExactly("user: One", "assistant: Two", "user: Three");
        assertThat(conversing.memories()).isEmpty();
    }
}
