package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.NamedModel;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SampledToolsTest {
    private static final Map<String, Object> QUESTION = Map.of(
            "systemPrompt",
            "Be brief.",
            "maxTokens",
            1_000_000,
            "messages",
            List.of(Map.of("role", "user", "content", Map.of("type", "text", "text", "Sum up\u200b."))));

    private Conversing talk = new Conversing();

    @AfterEach
    void end() {
        talk.core().close();
    }

    private Object got(boolean sampling, Function<ToolExchange, Object> act) {
        AskingServer server = new AskingServer(act, sampling);
        talk = new Conversing(parts -> parts.endpoints(() -> List.of(server)));
        talk.core().importTools();
        talk.modelCalls(call("c1", AskingServer.TOOL));
        return talkGot();
    }

    private Object talkGot() {
        AgentReply reply = talk.ask("go");
        ToolOutcome outcome = reply.message().toolUses().getFirst().outcome();
        return ((Map<?, ?>) ((ToolOutcome.Success) outcome).data()).get("got");
    }

    private static Object sample(ToolExchange exchange, Map<String, Object> question) {
        return switch (exchange.asked("sampling/createMessage", question).orElseThrow()) {
            case ServerReply.Result result -> result.value();
            case ServerReply.Refused refused -> refused.code() + " " + refused.message();
        };
    }

    private static Map<String, Object> with(String name, Object value) {
        Map<String, Object> question = new HashMap<>(QUESTION);
        question.put(name, value);
        return question;
    }

    @Test
    void the_model_answers_for_an_integration_that_says_so_and_calls_no_tools() {
        Object got = got(true, exchange -> {
            assertThat(exchange.parameters().toString()).contains("sampling");
            return sample(exchange, QUESTION);
        });

        assertThat(got)
                .isEqualTo(Map.of(
                        "role",
                        "assistant",
                        "content",
                        Map.of("type", "text", "text", "done"),
                        "model",
                        ((Map<?, ?>) got).get("model"),
                        "stopReason",
                        "endTurn"));
        CompletionRequest sampled = talk.asked().get(1);
        assertThat(sampled.offer().functions()).isEmpty();
        assertThat(sampled.sampling().maxTokens()).hasValue(4_096);
        assertThat(sampled.messages()).extracting(ChatMessage::content).containsExactly("Be brief.", "Sum up<U+200B>.");
        assertThat(talk.core().usage().report(talk.caller(), 1).total().requests())
                .isEqualTo(3);
    }

    /** The model that answers a question with these hints, of {@code scripted}, the default, and {@code Large-Thinker-2}. */
    private String answeringWith(Object... hints) {
        AtomicReference<String> answering = new AtomicReference<>("");
        AskingServer server = new AskingServer(
                exchange -> sample(exchange, with("modelPreferences", Map.of("hints", List.of(hints)))), true);
        NamedModel models =
                new NamedModel(request -> {
                    if (request.offer().functions().isEmpty()) {
                        answering.set(request.sampling().model().orElseThrow());
                    }
                    boolean calls = request.messages().getLast() instanceof ChatMessage.User
                            && !request.offer().functions().isEmpty();
                    return calls
                            ? ScriptedChatModel.calls(request, List.of(call("c1", AskingServer.TOOL)))
                            : ScriptedChatModel.says(request, "done");
                }) {
                    @Override
                    public List<ModelInfo> models() {
                        return List.of(
                                new ModelInfo("scripted", "Scripted"), new ModelInfo("Large-Thinker-2", "Large"));
                    }
                };
        talk = new Conversing(parts -> parts.endpoints(() -> List.of(server)).chatModel(models));
        talk.core().importTools();
        talkGot();
        talk.core().close();
        return answering.get();
    }

    @Test
    void the_first_hint_that_is_in_the_name_of_a_model_chooses_it() {
        Map<String, Object> unknown = Map.of("name", "no-such-model");

        assertThat(answeringWith(unknown, 7, Map.of("name", "thinker"), Map.of("name", "scripted")))
                .isEqualTo("Large-Thinker-2");
        assertThat(answeringWith(unknown, Map.of("name", " "))).isEqualTo("scripted");
        assertThat(answeringWith()).isEqualTo("scripted");
    }

    @Test
    void without_it_the_server_gets_the_error_of_the_protocol() {
        Object got = got(false, exchange -> {
            assertThat(exchange.parameters().toString()).doesNotContain("sampling");
            return sample(exchange, QUESTION);
        });

        assertThat(got.toString()).startsWith("-32601");
        assertThat(talk.asked()).hasSize(2);
    }

    @Test
    void a_call_samples_ten_times_at_most() {
        Object got = got(true, exchange -> {
            List<Object> all = new ArrayList<>();
            for (int i = 0; i < 11; i++) {
                all.add(sample(exchange, QUESTION));
            }
            return all;
        });

        assertThat((List<?>) got).hasSize(11);
        assertThat(((List<?>) got).getLast().toString()).startsWith("-32603").contains("10 times");
        assertThat(talk.asked()).hasSize(12);
    }

    @Test
    void pictures_reach_the_model_and_what_it_cannot_be_asked_is_named() {
        Object got = got(
                true,
                exchange -> List.of(
                        sample(
                                exchange,
                                with(
                                        "messages",
                                        List.of(Map.of(
                                                "role",
                                                "user",
                                                "content",
                                                List.of(Map.of(
                                                        "type", "image",
                                                        "data", "iVBORw0KGgo=",
                                                        "mimeType", "image/png")))))),
                        sample(exchange, with("tools", List.of())),
                        sample(exchange, with("messages", List.of())),
                        sample(exchange, with("messages", List.of(Map.of("role", "system", "content", "x")))),
                        sample(
                                exchange,
                                with(
                                        "messages",
                                        List.of(Map.of(
                                                "role",
                                                "user",
                                                "content",
                                                Map.of("type", "text", "text", "x".repeat(1_000_000))))))));

        assertThat(((List<?>) got).subList(1, 5))
                .allSatisfy(error -> assertThat(error.toString()).startsWith("-32602"));
        assertThat(talk.asked().get(1).messages().getLast().media())
                .extracting(ContentPart.Media::kind)
                .containsExactly(ContentPart.Kind.PICTURE);
    }

    @Test
    void what_the_caller_may_not_ask_is_an_error_for_the_server() {
        AskingServer server = new AskingServer(exchange -> sample(exchange, QUESTION), true);
        talk = new Conversing(parts -> parts.endpoints(() -> List.of(server)));
        talk.core().importTools();
        talk.modelCalls(call("c1", AskingServer.TOOL));
        talk.model(request -> {
            throw new Refusal(new CommonProblem.Forbidden("the budget is used up"));
        });
        talk.model(request -> ScriptedChatModel.says(request, "sorry"));

        assertThat(talkGot().toString()).startsWith("-32603").contains("the budget is used up");
    }
}
