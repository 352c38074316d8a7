package dev.guildhall.testkit.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentListener;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Conversation;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.agenttask.AgentTask;
import dev.guildhall.ports.agenttask.AgentTaskRequest;
import dev.guildhall.ports.agenttask.AgentTasks;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.webchat.AgentClient;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every {@link AgentClient} does, for a local and a remote agent service. */
@Timeout(60)
public interface AgentClientContract {
    /** How many questions may wait in a chat. */
    int WAITING = 8;

    /** A client of the agent service in which {@link #script()} answers. */
    AgentClient client();

    /** The model and the tool of the agent service. */
    AgentScript script();

    /** The tasks of the agent service. */
    AgentTasks tasks();

    /** A new user of the agent service. */
    Caller.User someone();

    private static AgentRequest ask(Caller.User user, String question) {
        return AgentRequest.ofQuestion(user.userId(), question);
    }

    private AgentReply answer(Caller.User user, AgentRequest request) {
        return client().chat(user, request, event -> {});
    }

    private ChatId chatOf(Caller.User user, String question) {
        return answer(user, ask(user, question)).chatId();
    }

    private List<String> messages(Caller.User user, ChatId chat) {
        return client().conversation(user, user.userId(), chat).messages().stream()
                .map(ChatEntry::content)
                .toList();
    }

    private static Problem problemOf(ThrowingCallable call) {
        return catchThrowableOfType(Refusal.class, call).problem();
    }

    @Test
    default void events_arrive_one_by_one_while_the_answer_runs() {
        Caller.User ada = someone();
        List<AgentEvent> events = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();

        AgentReply reply = client().chat(ada, ask(ada, "hold one two three"), event -> {
            events.add(event);
            threads.add(Thread.currentThread());
            if (event.equals(new AgentEvent.Token("one "))) {
                script().release();
            }
        });

        assertThat(events)
                .containsExactly(
                        new AgentEvent.Started(reply.chatId()),
                        new AgentEvent.Token("one "),
                        new AgentEvent.Token("two "),
                        new AgentEvent.Token("three"));
        assertThat(threads).containsOnly(Thread.currentThread());
    }

    @Test
    default void the_chat_is_known_before_the_model_answers() throws Exception {
        Caller.User ada = someone();
        BlockingQueue<AgentEvent> events = new LinkedBlockingQueue<>();
        FutureTask<AgentReply> asking =
                new FutureTask<>(() -> client().chat(ada, ask(ada, "wait for it"), events::add));

        Thread.ofVirtual().start(asking);
        AgentEvent first = events.take();
        script().release();

        assertThat(first).isEqualTo(new AgentEvent.Started(asking.get().chatId()));
    }

    @Test
    default void the_reply_is_the_whole_answer() {
        Caller.User ada = someone();

        AgentReply reply = answer(ada, ask(ada, "say one two three"));

        assertThat(reply.message().speaker()).isEqualTo(Speaker.ASSISTANT);
        assertThat(reply.message().content()).isEqualTo("one two three");
        assertThat(reply.toolsUsed()).isEmpty();
        assertThat(reply.memoryUpdated()).isTrue();
        assertThat(reply.usage()).isEqualTo(new Usage(7, 3));
    }

    @Test
    default void calls_of_tools_come_with_their_results() {
        Caller.User ada = someone();
        List<AgentEvent> events = new ArrayList<>();

        AgentReply reply = client().chat(ada, ask(ada, "call 21"), events::add);

        assertThat(events.get(1))
                .isEqualTo(new AgentEvent.ToolStarted("call_1", AgentScript.DOUBLE.value(), Map.of("n", 21)));
        assertThat(events.get(2)).isInstanceOfSatisfying(AgentEvent.ToolFinished.class, finished -> {
            assertThat(finished.use().callId()).isEqualTo("call_1");
            assertThat(finished.use().tool()).isEqualTo(AgentScript.DOUBLE.value());
            assertThat(finished.use().parameters()).isEqualTo(Map.of("n", 21));
            assertThat(finished.use().outcome()).isEqualTo(new ToolOutcome.Success(Map.of("result", 42)));
        });
        assertThat(reply.toolsUsed()).containsExactly(AgentScript.DOUBLE.value());
        assertThat(reply.message().content()).isEqualTo("It is {\"result\":42}");
        assertThat(reply.message().toolUses()).extracting(ToolUse::callId).containsExactly("call_1");
        assertThat(reply.usage().promptTokens()).isEqualTo(12);
    }

    @Test
    default void a_question_of_a_tool_is_answered_and_its_picture_is_read() {
        Caller.User ada = someone();
        List<AgentEvent> events = new ArrayList<>();
        AgentListener answering = new AgentListener() {
            private Optional<ChatId> chat = Optional.empty();

            @Override
            public void accept(AgentEvent event) {
                events.add(event);
                if (event instanceof AgentEvent.Started(ChatId chatId)) {
                    chat = Optional.of(chatId);
                }
                if (event instanceof AgentEvent.QuestionAsked(ToolQuestion question)) {
                    QuestionAnswer answer = new QuestionAnswer(QuestionAnswer.Action.ACCEPT, Map.of("city", "Rome"));
                    client().answer(ada, chat.orElseThrow(), question.id(), answer);
                }
            }

            @Override
            public boolean canAnswer() {
                return true;
            }

            @Override
            public boolean isShown() {
                return false;
            }
        };

        AgentReply reply = client().chat(ada, ask(ada, "book"), answering);

        assertThat(events.get(2)).isInstanceOfSatisfying(AgentEvent.QuestionAsked.class, asked -> {
            assertThat(asked.question().subject()).isEqualTo(new ToolQuestion.Form(AskingTool.form()));
            assertThat(asked.question().server()).isEqualTo("travel");
        });
        assertThat(events.get(3))
                .isInstanceOfSatisfying(
                        AgentEvent.QuestionEnded.class,
                        ended -> assertThat(ended.action()).isEqualTo(QuestionAnswer.Action.ACCEPT));
        ToolUse use = reply.message().toolUses().getFirst();
        assertThat(use.outcome().toString()).contains("city=Rome");
        assertThat(client().media(ada, ada.userId(), reply.chatId(), use.media().getFirst().id()))
                .satisfies(picture -> {
                    assertThat(picture.type()).isEqualTo("image/png");
                    assertThat(picture.base64().toString()).isEqualTo(AskingTool.PICTURE);
                });
        assertThat(problemOf(() -> client().answer(
                                ada,
                                reply.chatId(),
                                new QuestionId("ask_unknown"),
                                new QuestionAnswer(QuestionAnswer.Action.DECLINE))))
                .isInstanceOf(CommonProblem.NotFound.class);
    }

    @Test
    default void a_failed_call_has_its_reason() {
        Caller.User ada = someone();
        List<AgentEvent> events = new ArrayList<>();

        client().chat(ada, ask(ada, "call -1"), events::add);

        assertThat(events.get(2))
                .isInstanceOfSatisfying(
                        AgentEvent.ToolFinished.class,
                        finished -> assertThat(finished.use().outcome())
                                .isInstanceOfSatisfying(
                                        ToolOutcome.Failure.class,
                                        failure -> assertThat(failure.message()).isEqualTo("n: must not be negative")));
    }

    @Test
    default void a_conversation_is_continued_and_read() {
        Caller.User ada = someone();
        AgentRequest first = new AgentRequest(
                ada.userId(),
                AgentMode.WITHOUT_TASKS,
                Optional.empty(),
                List.of(new NewMessage(Speaker.SYSTEM, "Be brief."), new NewMessage(Speaker.USER, "call 4")),
                AgentOptions.DEFAULT);
        ChatId chat = answer(ada, first).chatId();

        AgentReply reply = answer(ada, ask(ada, "say more").in(chat));
        Conversation conversation = client().conversation(ada, ada.userId(), chat);

        assertThat(reply.chatId()).isEqualTo(chat);
        assertThat(messages(ada, chat))
                .containsExactly("Be brief.", "call 4", "It is {\"result\":8}", "say more", "more");
        assertThat(conversation.chat().id()).isEqualTo(chat);
        assertThat(conversation.chat().userId()).isEqualTo(ada.userId());
        assertThat(conversation.chat().mode()).isEqualTo(AgentMode.WITHOUT_TASKS);
        assertThat(conversation.chat().messageCount()).isEqualTo(5);
        assertThat(conversation.chat().createdAt())
                .isBeforeOrEqualTo(conversation.chat().lastActivity());
        assertThat(conversation.messages().get(2).toolUses()).singleElement().satisfies(use -> {
            assertThat(use.parameters()).isEqualTo(Map.of("n", 4));
            assertThat(use.outcome()).isEqualTo(new ToolOutcome.Success(Map.of("result", 8)));
        });
    }

    @Test
    default void a_conversation_is_found_without_its_messages_and_each_message_by_its_position() {
        Caller.User ada = someone();
        ChatId chat = chatOf(ada, "say first");
        answer(ada, ask(ada, "say second").in(chat));
        Conversation conversation = client().conversation(ada, ada.userId(), chat);

        assertThat(client().find(ada, ada.userId(), chat)).isEqualTo(conversation.chat());
        assertThat(client().message(ada, ada.userId(), chat, 2))
                .isEqualTo(conversation.messages().get(2));
        assertThat(problemOf(() -> client().message(ada, ada.userId(), chat, 4)))
                .isEqualTo(new CommonProblem.NotFound("message"));
    }

    @Test
    default void only_the_kept_messages_stay() {
        Caller.User ada = someone();
        ChatId chat = chatOf(ada, "say first");
        answer(ada, ask(ada, "say second").in(chat));

        answer(ada, ask(ada, "say other").in(chat).keeping(Optional.of(2)));

        assertThat(messages(ada, chat)).containsExactly("say first", "first", "say other", "other");
    }

    @Test
    default void the_models_are_those_of_the_agent_service() {
        assertThat(client().models(someone()))
                .isEqualTo(new ModelCatalogue(
                        script().provider(),
                        Optional.of(script().defaultModel()),
                        List.of(new ModelCatalogue.Model(
                                script().defaultModel(), script().defaultModel(), script().provider()))));
    }

    @Test
    default void options_reach_the_agent() {
        Caller.User ada = someone();
        AgentOptions without = new AgentOptions(Sampling.DEFAULT, false, Optional.of(List.of()));
        AgentOptions unknown = new AgentOptions(Sampling.DEFAULT, true, Optional.of(List.of("sample.none")));

        AgentReply reply = answer(ada, withOptions(ada, without));
        Problem problem = problemOf(() -> answer(ada, withOptions(ada, unknown)));

        assertThat(reply.memoryUpdated()).isFalse();
        assertThat(problem.message()).contains("sample.none");
    }

    @Test
    default void an_assistant_that_does_not_exist_is_refused_as_such() {
        Caller.User ada = someone();
        AgentOptions options = AgentOptions.DEFAULT.with(new Change.Replaced<>(new AssistantId("ast_none")));

        Problem problem = problemOf(() -> answer(ada, withOptions(ada, options)));

        assertThat(problem).isEqualTo(new CommonProblem.NotFound("assistant"));
    }

    private static AgentRequest withOptions(Caller.User user, AgentOptions options) {
        return new AgentRequest(
                user.userId(),
                AgentMode.WITH_TASKS,
                Optional.empty(),
                List.of(new NewMessage(Speaker.USER, "say hi")),
                options);
    }

    @Test
    default void an_interrupt_ends_the_answer_and_its_text_so_far_is_stored() throws Exception {
        Caller.User ada = someone();
        ChatId chat = chatOf(ada, "say hi");
        CountDownLatch said = new CountDownLatch(1);
        FutureTask<Problem> stopped = new FutureTask<>(() ->
                problemOf(() -> client().chat(ada, ask(ada, "hold one two").in(chat), when("one ", said::countDown))));
        Thread asking = Thread.ofVirtual().start(stopped);
        said.await();

        asking.interrupt();
        Problem problem = stopped.get();
        // The agent service answers the questions of a chat in sequence: this question waits until the other answer is
        // stored.
        answer(ada, ask(ada, "say bye").in(chat));

        assertThat(problem).isEqualTo(new CommonProblem.Cancelled());
        assertThat(messages(ada, chat))
                .hasSize(6)
                .startsWith("say hi", "hi", "hold one two")
                .endsWith("say bye", "bye")
                .element(3)
                .asString()
                .startsWith("one");
        assertThat(endings(ada, chat)).containsExactly("", "", "", "INTERRUPTED", "", "");
    }

    private List<String> endings(Caller.User user, ChatId chat) {
        return client().conversation(user, user.userId(), chat).messages().stream()
                .map(entry -> entry.ended().map(IncompleteReason::name).orElse(""))
                .toList();
    }

    private static AgentListener when(String token, Runnable action) {
        return event -> {
            if (event.equals(new AgentEvent.Token(token))) {
                action.run();
            }
        };
    }

    @Test
    default void a_sink_that_throws_ends_the_answer_and_its_text_so_far_is_stored() {
        Caller.User ada = someone();
        ChatId chat = chatOf(ada, "say hi");
        IllegalStateException disconnected = new IllegalStateException("the client has disconnected");

        IllegalStateException thrown = catchThrowableOfType(
                IllegalStateException.class,
                () -> client().chat(ada, ask(ada, "hold one two").in(chat), when("one ", () -> {
                    throw disconnected;
                })));
        answer(ada, ask(ada, "say bye").in(chat));

        assertThat(thrown).isSameAs(disconnected);
        assertThat(messages(ada, chat)).hasSize(6).element(3).asString().startsWith("one");
    }

    @Test
    default void a_failure_of_the_model_is_a_refusal_with_its_problem() {
        Caller.User ada = someone();
        List<AgentEvent> events = new ArrayList<>();

        Problem atOnce = problemOf(() -> answer(ada, ask(ada, "fail")));
        Problem inTheMiddle = problemOf(() -> client().chat(ada, ask(ada, "fail one two"), events::add));

        assertThat(atOnce.message()).isEqualTo(AgentScript.FAILURE.message());
        assertThat(inTheMiddle.message()).isEqualTo(AgentScript.FAILURE.message());
        assertThat(events.subList(1, 3)).containsExactly(new AgentEvent.Token("one "), new AgentEvent.Token("two"));
    }

    @Test
    default void a_question_too_many_in_a_chat_is_a_conflict() throws Exception {
        Caller.User ada = someone();
        ChatId chat = chatOf(ada, "say hi");
        BlockingQueue<Optional<Problem>> ends = new LinkedBlockingQueue<>();
        for (int i = 0; i < WAITING + 2; i++) {
            Thread.ofVirtual()
                    .start(() -> ends.add(endOf(ada, ask(ada, "hold one").in(chat))));
        }

        Optional<Problem> first = ends.take();
        script().release();
        List<Optional<Problem>> others = new ArrayList<>();
        for (int i = 0; i < WAITING + 1; i++) {
            others.add(ends.poll(20, TimeUnit.SECONDS));
        }

        assertThat(first).get().isInstanceOf(CommonProblem.Conflict.class);
        assertThat(others).containsOnly(Optional.empty());
    }

    private Optional<Problem> endOf(Caller.User user, AgentRequest request) {
        try {
            answer(user, request);
            return Optional.empty();
        } catch (Refusal refusal) {
            return Optional.of(refusal.problem());
        }
    }

    @Test
    default void an_unknown_chat_and_that_of_another_user_are_not_found() {
        Caller.User ada = someone();
        Caller.User bob = someone();
        Problem notFound = new CommonProblem.NotFound("chat");

        assertThat(List.of(new ChatId("chat_none"), new ChatId(".."), chatOf(ada, "say hi")))
                .allSatisfy(chat -> {
                    assertThat(problemOf(() -> answer(bob, ask(bob, "say hi").in(chat))))
                            .isEqualTo(notFound);
                    assertThat(problemOf(() -> client().conversation(bob, bob.userId(), chat)))
                            .isEqualTo(notFound);
                    assertThat(problemOf(() -> client().trace(bob, bob.userId(), chat)))
                            .isEqualTo(notFound);
                    assertThat(problemOf(() -> client().delete(bob, bob.userId(), chat)))
                            .isEqualTo(notFound);
                });
    }

    @Test
    default void another_user_is_forbidden() {
        Caller.User ada = someone();
        Caller.User bob = someone();

        assertThat(problemOf(() -> answer(bob, ask(ada, "say hi")))).isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(problemOf(() -> client().tasks(bob, ada.userId(), PageRequest.first())))
                .isInstanceOf(CommonProblem.Forbidden.class);
    }

    @Test
    default void a_deleted_chat_is_not_found() {
        Caller.User ada = someone();
        ChatId chat = chatOf(ada, "say hi");

        client().delete(ada, ada.userId(), chat);

        assertThat(problemOf(() -> client().conversation(ada, ada.userId(), chat)))
                .isEqualTo(new CommonProblem.NotFound("chat"));
    }

    @Test
    default void traces_have_the_steps_of_answers() {
        Caller.User ada = someone();
        ChatId chat = chatOf(ada, "call 21");
        answer(ada, ask(ada, "say hi").in(chat));

        List<AgentTrace> traces = client().trace(ada, ada.userId(), chat);

        assertThat(traces)
                .extracting(AgentTrace::outcome)
                .containsOnly(AgentTrace.Outcome.COMPLETED)
                .hasSize(2);
        assertThat(traces.getFirst().steps())
                .filteredOn(AgentTrace.ToolCall.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(AgentTrace.ToolCall.class, call -> {
                    assertThat(call.tool()).isEqualTo(AgentScript.DOUBLE.value());
                    assertThat(call.error()).isEmpty();
                });
        assertThat(traces.getFirst().steps())
                .filteredOn(AgentTrace.ModelCall.class::isInstance)
                .hasSize(2)
                .allSatisfy(step -> {
                    AgentTrace.ModelCall call = (AgentTrace.ModelCall) step;
                    assertThat(call.model()).contains("agent-script");
                    assertThat(call.usage().estimated()).isFalse();
                });
    }

    private WorkflowId task(Caller.User user, String title) {
        List<AgentTaskRequest.Step> steps = List.of(
                new AgentTaskRequest.Step("read", "what there is", List.of()),
                new AgentTaskRequest.Step("write", "", List.of("read")));
        AgentTaskRequest request = new AgentTaskRequest(user.userId(), title, "in two steps", Optional.empty(), steps);
        return tasks().create(user, request, Optional.empty()).id();
    }

    @Test
    default void tasks_are_listed_found_and_cancelled() {
        Caller.User ada = someone();
        WorkflowId first = task(ada, "first");
        WorkflowId second = task(ada, "second");

        Page<AgentTask> page = client().tasks(ada, ada.userId(), new PageRequest(new Limit(1), Optional.empty()));
        Page<AgentTask> next = client().tasks(ada, ada.userId(), new PageRequest(new Limit(1), page.next()));
        AgentTask cancelled = client().cancelTask(ada, second);

        assertThat(page.items()).extracting(AgentTask::id).containsExactly(second);
        assertThat(next.items()).extracting(AgentTask::id).containsExactly(first);
        assertThat(next.next()).isEmpty();
        assertThat(client().task(ada, first).title()).isEqualTo("first");
        assertThat(client().task(ada, first).steps()).hasSize(2).last().satisfies(step -> {
            assertThat(step.title()).isEqualTo("write");
            assertThat(step.dependencies()).containsExactly("read");
        });
        assertThat(cancelled.status()).isEqualTo(WorkflowStatus.CANCELLED);
        assertThat(client().cancelTask(ada, second)).isEqualTo(cancelled);
    }

    @Test
    default void an_unknown_task_and_that_of_another_user_are_not_found() {
        Caller.User bob = someone();

        assertThat(List.of(new WorkflowId("task_none"), new WorkflowId(".."), task(someone(), "hers")))
                .allSatisfy(id -> {
                    assertThat(problemOf(() -> client().task(bob, id))).isEqualTo(new CommonProblem.NotFound("task"));
                    assertThat(problemOf(() -> client().cancelTask(bob, id)))
                            .isEqualTo(new CommonProblem.NotFound("task"));
                });
    }
}
