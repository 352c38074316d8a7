package dev.guildhall.http.completion.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.inmemory.HashingEmbedder;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.response.EventBatch;
import dev.guildhall.ports.response.ResponseId;
import dev.guildhall.ports.response.ResponseRunner;
import dev.guildhall.ports.response.ResponseStatus;
import dev.guildhall.ports.response.StoredResponses;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.usage.Usage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers of OpenAI's Responses API that the server stores. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StoredResponsesHttpTest {
    private static final String PATH = OpenAiFixture.BASE + "/responses";

    private final PiecewiseModel model = PiecewiseModel.saying("yes");

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.chatModel(model)
            .embedder(new HashingEmbedder())
            .responses(new BackgroundResponses(InstantSource.system())));

    private final Client.Person person = server.client().stranger();
    private final Client ada = person.client();
    private final Caller caller =
            server.core().accounts().authenticate(Caller.anonymous(), new AccessToken(person.accessToken()));

    private JsonNode created(String fields) {
        Client.Answer answer = ada.post(PATH, "{\"model\":\"piecewise\"," + fields + "}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private static String id(JsonNode response) {
        return response.get("id").asText();
    }

    @Test
    void an_answer_is_stored_when_its_request_says_so() {
        model.plays((request, sink) -> PiecewiseModel.said("yes"));

        JsonNode stored = created("\"input\":\"hi\",\"store\":true");
        JsonNode notStored = created("\"input\":\"hi\"");

        assertThat(stored.get("store").asBoolean()).isTrue();
        assertThat(ada.get(PATH + "/" + id(stored)).json()).isEqualTo(stored);
        assertThat(ada.get(PATH + "/" + id(notStored)).status()).isEqualTo(404);
    }

    @Test
    void a_conversation_is_continued_by_its_last_answer() {
        ToolCall call = new ToolCall("c1", "weather", new ToolArguments.Parsed(Map.of("n", 1)));
        model.plays((request, sink) ->
                new Completion("I look.", List.of(call), "m-1", new Usage(1, 1), FinishReason.TOOL_CALLS));
        JsonNode first = created("\"input\":\"Weather?\",\"instructions\":\"Be kind.\",\"store\":true");
        model.plays((request, sink) -> PiecewiseModel.said("sunny"));

        JsonNode second = created("\"store\":true,\"previous_response_id\":\"" + id(first)
                + "\",\"input\":[{\"type\":\"function_call_output\",\"call_id\":\"c1\",\"output\":\"20\"}]");
        List<ChatMessage> asked = model.asked().messages();
        created("\"previous_response_id\":\"" + id(second) + "\",\"input\":\"Thanks\"");

        assertThat(asked)
                .containsExactly(
                        new ChatMessage.User("Weather?"),
                        new ChatMessage.Assistant("I look.", List.of(call)),
                        new ChatMessage.ToolResult("c1", "weather", "20"));
        assertThat(second.get("previous_response_id").asText()).isEqualTo(id(first));
        assertThat(second.has("warnings")).isFalse();
        assertThat(model.asked().messages())
                .hasSize(5)
                .endsWith(new ChatMessage.Assistant("sunny"), new ChatMessage.User("Thanks"));
    }

    @Test
    void an_answer_is_of_its_owner_alone() {
        model.plays((request, sink) -> PiecewiseModel.said("yes"));
        String id = id(created("\"input\":\"hi\",\"store\":true"));
        Client bob = server.client().stranger().client();

        assertThat(bob.get(PATH + "/" + id).status()).isEqualTo(404);
        assertThat(bob.get(PATH + "/" + id).body().replace(id, ""))
                .isEqualTo(bob.get(PATH + "/resp_unknown").body().replace("resp_unknown", ""));
        assertThat(bob.get(PATH + "/" + id + "/input_items").status()).isEqualTo(404);
        assertThat(bob.post(PATH + "/" + id + "/cancel", "{}").status()).isEqualTo(404);
        assertThat(bob.delete(PATH + "/" + id).status()).isEqualTo(404);
        assertThat(bob.post(PATH, "{\"model\":\"piecewise\",\"input\":\"x\",\"previous_response_id\":\"" + id + "\"}")
                        .status())
                .isEqualTo(404);
        assertThat(ada.get(PATH + "/" + id).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"resp_of_nobody", "conv_1", "resp_with%20space"})
    void an_unknown_answer_has_the_error_of_openai(String id) {
        String shown = id.replace("%20", " ");
        List<Client.Answer> answers = List.of(
                ada.get(PATH + "/" + id),
                ada.get(PATH + "/" + id + "?stream=true"),
                ada.get(PATH + "/" + id + "/input_items"),
                ada.post(PATH + "/" + id + "/cancel", "{}"),
                ada.delete(PATH + "/" + id));
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).as(answer.body()).isEqualTo(404);
            assertThat(answer.json().get("error"))
                    .isEqualTo(OpenAiFixture.json("{\"message\":\"Response with id '" + shown
                            + "' not found.\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":null}"));
        });
    }

    @Test
    void a_conversation_has_at_most_a_thousand_answers() {
        model.plays((request, sink) -> PiecewiseModel.said("yes"));
        String last = id(created("\"input\":\"hi\",\"store\":true"));
        for (int i = 2; i <= 999; i++) {
            last = stored(last, "resp_" + i);
        }

        String thousandth = id(created("\"input\":\"hi\",\"store\":true,\"previous_response_id\":\"" + last + "\""));
        int messages = model.asked().messages().size();
        Client.Answer more = ada.post(
                PATH, "{\"model\":\"piecewise\",\"input\":\"hi\",\"previous_response_id\":\"" + thousandth + "\"}");

        // One of each request, and the answer to the first.
        assertThat(messages).isEqualTo(1_001);
        assertThat(more.status()).as(more.body()).isEqualTo(400);
        assertThat(more.text("error.param")).isEqualTo("previous_response_id");
        assertThat(more.text("error.message")).contains("1000 answers");
    }

    /** An answer without items, so that each one of the conversation adds the message of its request alone. */
    private String stored(String previous, String id) {
        server.core()
                .responses()
                .store(
                        caller,
                        new StoredResponses.NewResponse(
                                new ResponseId(id),
                                Optional.of(new ResponseId(previous)),
                                "",
                                "[{\"role\":\"user\",\"content\":\"hi\"}]",
                                ResponseStatus.COMPLETED,
                                "{\"output\":[]}"));
        return id;
    }

    @Test
    void an_unknown_answer_is_not_continued() {
        Client.Answer answer =
                ada.post(PATH, "{\"model\":\"m\",\"input\":\"x\",\"previous_response_id\":\"resp_none\"}");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().get("error"))
                .isEqualTo(OpenAiFixture.json("{\"message\":\"Previous response with id 'resp_none' not found.\","
                        + "\"type\":\"invalid_request_error\",\"param\":\"previous_response_id\","
                        + "\"code\":\"previous_response_not_found\"}"));
    }

    @Test
    void a_streamed_answer_is_stored_before_its_last_event() {
        model.plays((request, sink) -> {
            sink.accept(new Chunk.Text("yes"));
            sink.settle();
            return PiecewiseModel.said("yes");
        });

        List<JsonNode> events =
                events(ada.post(PATH, "{\"model\":\"piecewise\",\"input\":\"hi\",\"stream\":true,\"store\":true}"));

        JsonNode last = events.getLast().get("response");
        assertThat(ada.get(PATH + "/" + id(last)).json()).isEqualTo(last);
    }

    @Test
    void the_answer_of_a_provider_of_the_same_protocol_gets_an_identifier_of_this_server() {
        String answer = "{\"id\":\"resp_provider\",\"object\":\"response\",\"created_at\":1,\"status\":\"completed\","
                + "\"model\":\"m\",\"output\":[],\"usage\":null,\"x\":1}";
        PiecewiseModel same = new PiecewiseModel(
                Optional.of(Protocol.OPENAI_RESPONSES),
                (request, sink) ->
                        PiecewiseModel.said("").withOriginal(ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8))));
        try (OpenAiFixture fixture = new OpenAiFixture(same)) {
            JsonNode plain = fixture.post(PATH, "{\"model\":\"piecewise\",\"input\":\"hi\"}")
                    .json();
            JsonNode stored = fixture.post(
                            PATH,
                            "{\"model\":\"piecewise\",\"input\":\"hi\",\"store\":true,\"tools\":[{\"type\":\"web_search\"}]}")
                    .json();
            String sent = StandardCharsets.UTF_8
                    .decode(same.asked().original().orElseThrow().body())
                    .toString();

            assertThat(id(plain)).isEqualTo("resp_provider");
            assertThat(id(stored)).startsWith("resp_").isNotEqualTo("resp_provider");
            assertThat(stored.get("x").asInt()).isEqualTo(1);
            assertThat(sent).contains("\"store\":false").contains("web_search");
            assertThat(fixture.person.client().get(PATH + "/" + id(stored)).json())
                    .isEqualTo(stored);
        }
    }

    @Test
    void the_items_of_the_input_are_listed() {
        model.plays((request, sink) -> PiecewiseModel.said("yes"));
        String id = id(created("\"store\":true,\"input\":[{\"role\":\"user\",\"content\":\"one\"},"
                + "{\"type\":\"message\",\"id\":\"m2\",\"role\":\"assistant\",\"content\":\"two\"},"
                + "{\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"three\"}]}]"));

        JsonNode newest = ada.get(PATH + "/" + id + "/input_items?limit=2").json();
        JsonNode oldest =
                ada.get(PATH + "/" + id + "/input_items?order=asc&after=m2").json();

        assertThat(newest.get("has_more").asBoolean()).isTrue();
        assertThat(newest.at("/data/0/content/0/text").asText()).isEqualTo("three");
        assertThat(newest.get("last_id").asText()).isEqualTo("m2");
        assertThat(newest.at("/data/1/content/0/type").asText()).isEqualTo("output_text");
        assertThat(oldest.get("data")).hasSize(1);
        assertThat(ada.get(PATH + "/" + id + "/input_items?limit=0").status()).isEqualTo(400);
    }

    @Test
    void a_removed_answer_cannot_be_continued() {
        model.plays((request, sink) -> PiecewiseModel.said("yes"));
        String first = id(created("\"input\":\"hi\",\"store\":true"));
        String second = id(created("\"input\":\"hi\",\"store\":true,\"previous_response_id\":\"" + first + "\""));

        JsonNode removed = ada.delete(PATH + "/" + first).json();

        assertThat(removed.get("deleted").asBoolean()).isTrue();
        assertThat(ada.get(PATH + "/" + first).status()).isEqualTo(404);
        assertThat(ada.post(PATH, "{\"model\":\"m\",\"input\":\"x\",\"previous_response_id\":\"" + second + "\"}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void a_background_answer_is_given_by_a_task_and_its_stream_is_taken_up() {
        model.plays((request, sink) -> {
            sink.accept(new Chunk.Text("one "));
            sink.accept(new Chunk.Text("two"));
            sink.settle();
            return PiecewiseModel.said("one two");
        });

        JsonNode queued = created("\"input\":\"hi\",\"background\":true");
        List<JsonNode> all = events(ada.get(PATH + "/" + id(queued) + "?stream=true"));
        List<JsonNode> rest = events(ada.get(PATH + "/" + id(queued) + "?stream=true&starting_after=4"));

        assertThat(queued.get("status").asText()).isEqualTo("queued");
        assertThat(queued.get("background").asBoolean()).isTrue();
        assertThat(all.getFirst().get("type").asText()).isEqualTo("response.created");
        assertThat(all.getLast().get("type").asText()).isEqualTo("response.completed");
        assertThat(rest).isEqualTo(all.subList(5, all.size()));
        JsonNode answer = ada.get(PATH + "/" + id(queued)).json();
        assertThat(answer).isEqualTo(all.getLast().get("response"));
        assertThat(answer.at("/output/0/content/0/text").asText()).isEqualTo("one two");
        assertThat(ada.post(PATH + "/" + id(queued) + "/cancel", "{}").status()).isEqualTo(409);
        assertThat(created("\"input\":\"x\",\"previous_response_id\":\"" + id(queued) + "\"")
                        .get("status")
                        .asText())
                .isEqualTo("completed");
    }

    /** Passes all on, and reports that events with a word were stored. */
    private record Watching(ResponseRunner runner, String word, CountDownLatch stored) implements ResponseRunner {
        @Override
        public Result run(Caller.User owner, Attempt attempt, Completions completions, Consumer<EventBatch> events) {
            return runner.run(owner, attempt, completions, batch -> {
                events.accept(batch);
                if (batch.events().contains(word)) {
                    stored.countDown();
                }
            });
        }

        @Override
        public Result fail(Attempt attempt, Consumer<EventBatch> events) {
            return runner.fail(attempt, events);
        }
    }

    @Test
    void what_a_background_answer_has_is_stored_while_its_provider_is_silent() {
        CountDownLatch stored = new CountDownLatch(1);
        AtomicBoolean isInTime = new AtomicBoolean();
        PiecewiseModel silent = new PiecewiseModel((request, sink) -> {
            sink.accept(new Chunk.Text("first"));
            sink.settle();
            sink.accept(new Chunk.Text("second"));
            sink.settle();
            try {
                isInTime.set(stored.await(30, TimeUnit.SECONDS));
                return PiecewiseModel.said("firstsecond");
            } catch (InterruptedException cancelled) {
                Thread.currentThread().interrupt();
                throw new Refusal(new CommonProblem.Cancelled());
            }
        });
        ResponseRunner runner = new Watching(new BackgroundResponses(InstantSource.system()), "second", stored);
        try (TestServer other = TestServer.start(
                parts -> parts.chatModel(silent).embedder(new HashingEmbedder()).responses(runner))) {
            Client eve = other.client().stranger().client();

            List<JsonNode> events = events(
                    eve.post(PATH, "{\"model\":\"piecewise\",\"input\":\"hi\",\"background\":true,\"stream\":true}"));

            assertThat(events.getLast().get("type").asText()).isEqualTo("response.completed");
            assertThat(isInTime).isTrue();
        }
    }

    @Test
    void a_background_answer_of_a_model_that_fails_is_failed() {
        model.plays((request, sink) -> {
            throw new Refusal(new CompletionProblem.ProviderFailed("it broke"));
        });

        List<JsonNode> events = events(
                ada.post(PATH, "{\"model\":\"piecewise\",\"input\":\"hi\",\"background\":true,\"stream\":true}"));

        assertThat(events.stream().map(event -> event.get("type").asText()))
                .containsExactly("response.created", "response.in_progress", "error", "response.failed");
        JsonNode failed =
                ada.get(PATH + "/" + id(events.getFirst().get("response"))).json();
        assertThat(failed.get("status").asText()).isEqualTo("failed");
        assertThat(failed.at("/error/message").asText()).isEqualTo("it broke");
    }

    @Test
    void a_background_answer_is_cancelled_while_the_model_answers() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        model.plays((request, sink) -> {
            asked.countDown();
            try {
                new CountDownLatch(1).await();
                throw new AssertionError();
            } catch (InterruptedException cancelled) {
                interrupted.countDown();
                Thread.currentThread().interrupt();
                throw new Refusal(new CommonProblem.Cancelled());
            }
        });
        String id = id(created("\"input\":\"hi\",\"background\":true"));
        asked.await();

        JsonNode cancelled = ada.post(PATH + "/" + id + "/cancel", "{}").json();
        interrupted.await();

        assertThat(cancelled.get("status").asText()).isEqualTo("cancelled");
        assertThat(ada.post(PATH + "/" + id + "/cancel", "{}").status()).isEqualTo(200);
        assertThat(ada.get(PATH + "/" + id).json().get("status").asText()).isEqualTo("cancelled");
    }

    @Test
    void what_is_not_supported_is_404() {
        assertThat(ada.post(PATH + "/compact", "{\"model\":\"m\"}").status()).isEqualTo(404);
        assertThat(ada.post(OpenAiFixture.BASE + "/conversations", "{}").status())
                .isEqualTo(404);
    }

    private static List<JsonNode> events(Client.Answer answer) {
        return answer.body()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> OpenAiFixture.json(line.substring(6)))
                .toList();
    }
}
