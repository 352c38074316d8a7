package dev.guildhall.http.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.Disconnection;
import dev.guildhall.http.DisconnectionIT;
import dev.guildhall.http.DivisionTool;
import dev.guildhall.http.ErrorForms;
import dev.guildhall.http.RawHttp;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.agent.AgentRequests;
import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chats of web users over a socket. */
@Timeout(30)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebChatHttpTest {
    private static final String CHAT = "/api/chat";
    private static final String HI = "{'userId':'ME','agentMode':'v1','messages':[{'role':'user','content':'hi'}]}";
    private static final Pattern EVENT = Pattern.compile("id: (\\d+)\nevent: (\\w+)\ndata: (.*)\n\n");

    private final AtomicReference<ChatModel> model = new AtomicReference<>(ScriptedChatModel.echo());

    @AutoClose
    private TestServer server;

    private Browser ada;
    private Browser eve;

    /** Says a word, waits until the test lets it, and says another. */
    private static final class Pausing {
        final Semaphore spoken = new Semaphore(0);
        final Semaphore permits = new Semaphore(0);

        ChatModel model() {
            return new PiecewiseModel((request, sink) -> {
                sink.accept(new Chunk.Text("One "));
                sink.settle();
                spoken.release();
                try {
                    permits.acquire();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                    throw new Refusal(new CommonProblem.Cancelled());
                }
                sink.accept(new Chunk.Text("two"));
                sink.settle();
                return PiecewiseModel.said("One two");
            });
        }

        /** Also with the name of the chat. */
        void goOn() {
            permits.release(100);
        }

        void awaitFirstWord() throws InterruptedException {
            assertThat(spoken.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    private record Event(int id, String name, JsonNode data) {}

    @BeforeAll
    void start() {
        server = TestServer.start(parts ->
                parts.chatModel(new DisconnectionIT.SwappableModel(model)).tools(new DivisionTool()));
        ada = Browser.stranger(server.client());
        eve = Browser.stranger(server.client());
    }

    @BeforeEach
    void reset() {
        model.set(ScriptedChatModel.echo());
    }

    private static List<Event> events(String stream) {
        return EVENT.matcher(stream)
                .results()
                .map(event -> new Event(Integer.parseInt(event.group(1)), event.group(2), json(event.group(3))))
                .toList();
    }

    private static JsonNode json(String text) {
        return new Client.Answer(0, text, null).json();
    }

    private static String asking(String text, String more) {
        return "{'userId':'ME','agentMode':'v1'," + more + "'messages':[{'role':'user','content':'" + text + "'}]}";
    }

    private Client.Answer ask(String text, String more) {
        Client.Answer answer = ada.post(CHAT, asking(text, more));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    private static String idOf(Client.Answer answer) {
        return answer.header("X-Chat-Id");
    }

    /** A request whose answer is not waited for. */
    private RawHttp begin(String path, String method, String headers, String body) {
        String cookie = "Cookie: " + Browser.COOKIE + "=" + ada.key() + "\r\n";
        return new RawHttp(server.port())
                .request(method, path, cookie + headers, body.replace('\'', '"').replace("ME", ada.userId()));
    }

    private static String chatIdIn(String head) {
        return head.replaceFirst("(?s).*X-Chat-Id: (\\S+).*", "$1");
    }

    /** Begins an answer of a pausing model, and leaves the client where the first word has come. */
    private String running(Pausing pausing, Disconnection disconnection) throws InterruptedException {
        model.set(pausing.model());
        try (RawHttp http = begin(CHAT, "POST", "", asking("go on", ""))) {
            String chatId = chatIdIn(http.readUntil("One "));
            pausing.awaitFirstWord();
            disconnection.leave(http);
            return chatId;
        }
    }

    private List<String> contents(String chatId) {
        List<String> contents = new ArrayList<>();
        opened(chatId)
                .get("messages")
                .forEach(message -> contents.add(message.get("content").asText()));
        return contents;
    }

    private JsonNode opened(String chatId) {
        Client.Answer answer = ada.get(CHAT + "/messages?chatId=" + chatId);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private Client.Answer follow(Browser browser, String chatId, String lastEventId) {
        Client client =
                lastEventId.isEmpty() ? browser.client() : browser.client().with("Last-Event-ID", lastEventId);
        return client.get(CHAT + "/stream?chatId=" + chatId);
    }

    @Test
    void an_answer_is_a_stream_of_named_and_numbered_events() {
        Client.Answer answer = ask("hello there", "");

        List<Event> events = events(answer.body());
        assertThat(answer.header("Content-Type")).startsWith("text/event-stream");
        assertThat(answer.header("Cache-Control")).contains("no-store");
        assertThat(idOf(answer)).startsWith("chat_");
        assertThat(events).extracting(Event::id).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(events).extracting(Event::name).containsExactly("token", "token", "token", "token", "usage", "done");
        assertThat(events.getFirst().data()).isEqualTo(json("{\"token\":\"You \"}"));
        assertThat(Client.names(events.get(4).data())).isEqualTo("promptTokens completionTokens");
        assertThat(events.getLast().data())
                .isEqualTo(json("{\"chatId\":\"" + idOf(answer)
                        + "\",\"content\":\"You said: hello"
                        + " there\",\"toolsUsed\":[],\"stopped\":false,\"notices\":[],\"assistant\":null,\"model\":\"scripted\","
                        + "\"usage\":{\"promptTokens\":60,\"completionTokens\":4},\"cost\":null,\"reasoning\":null}"));
    }

    @Test
    void a_chat_keeps_the_model_of_its_last_question() {
        String first = idOf(ask("hello", "'model':'echo',"));
        String second = idOf(ask("hello", ""));
        JsonNode named = opened(first);
        ask("hello again", "'chatId':'" + first + "',");

        assertThat(named.get("model").asText()).isEqualTo("echo");
        assertThat(opened(second).get("model").isNull()).isTrue();
        assertThat(opened(first).get("model").isNull()).isTrue();
    }

    @Test
    void calls_of_tools_are_told_with_what_they_are_called_with_and_answer() {
        model.set(new ScriptedChatModel(request ->
                request.messages().getLast().content().contains("4")
                        ? ScriptedChatModel.says(request, "It is 4.")
                        : ScriptedChatModel.calls(
                                request,
                                List.of(new ToolCall(
                                        "call_1", DivisionTool.NAME, new ToolArguments.Parsed(Map.of("by", 3)))))));

        Client.Answer answer = ask("divide", "");

        List<Event> events = events(answer.body());
        assertThat(events)
                .extracting(Event::name)
                .startsWith("tool_start", "tool_result")
                .endsWith("usage", "done");
        assertThat(events.getFirst().data())
                .isEqualTo(json("{\"callId\":\"call_1\",\"tool\":\"test.divide\",\"parameters\":{\"by\":3}}"));
        assertThat(events.get(1).data())
                .isEqualTo(json("{\"callId\":\"call_1\",\"tool\":\"test.divide\",\"success\":true,"
                        + "\"data\":{\"result\":4},\"error\":null}"));
        assertThat(events.getLast().data().get("toolsUsed")).hasSize(1);
        assertThat(opened(idOf(answer)).at("/messages/1/toolCalls/0/tool").asText())
                .isEqualTo(DivisionTool.NAME);
    }

    @Test
    void a_chat_goes_on_with_its_history_and_is_opened_and_traced() {
        String chatId = idOf(ask("first question", ""));

        ask("second question", "'chatId':'" + chatId + "',");

        JsonNode opened = opened(chatId);
        assertThat(contents(chatId))
                .containsExactly(
                        "first question", "You said: first question", "second question", "You said: second question");
        assertThat(opened.get("messageCount").asInt()).isEqualTo(4);
        assertThat(opened.get("title").asText()).isNotBlank();
        assertThat(opened.get("agentMode").asText()).isEqualTo("v1");
        assertThat(opened.get("runningAfter").isNull()).isTrue();
        Client.Answer trace = ada.get(CHAT + "/trace?chatId=" + chatId);
        assertThat(trace.status()).isEqualTo(200);
        assertThat(trace.json().get("answers")).hasSize(2);
        assertThat(trace.text("userId")).isEqualTo(ada.userId());
    }

    @Test
    void a_question_is_asked_again_behind_the_messages_that_are_kept() {
        String chatId = idOf(ask("one", ""));
        ask("two", "'chatId':'" + chatId + "',");

        ask("three", "'keepMessages':2,'chatId':'" + chatId + "',");

        assertThat(contents(chatId)).containsExactly("one", "You said: one", "three", "You said: three");
    }

    @Test
    void of_two_answers_at_once_in_a_chat_the_second_is_409() throws Exception {
        Pausing pausing = new Pausing();
        String chatId = running(pausing, Disconnection.CLOSE);

        Client.Answer second = ada.post(CHAT, asking("me too", "'chatId':'" + chatId + "',"));
        pausing.goOn();
        follow(ada, chatId, "0");
        model.set(ScriptedChatModel.echo());
        Client.Answer afterwards = ada.post(CHAT, asking("me too", "'chatId':'" + chatId + "',"));

        assertThat(second.status()).isEqualTo(409);
        ErrorForms.check("POST /api/chat", second);
        assertThat(afterwards.status()).isEqualTo(200);
        assertThat(events(afterwards.body()).getFirst().id()).as("numbered on").isGreaterThan(3);
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_goes_on_when_its_client_leaves_and_is_followed_again(Disconnection disconnection) throws Exception {
        Pausing pausing = new Pausing();
        String chatId = running(pausing, disconnection);
        assertThat(opened(chatId).get("runningAfter").asInt()).isZero();

        try (RawHttp again = begin(CHAT + "/stream?chatId=" + chatId, "GET", "Last-Event-ID: 0\r\n", "")) {
            String begun = again.readUntil("One ");
            pausing.goOn();
            String rest = again.readAll();

            assertThat(begun).startsWith("HTTP/1.1 200 ").contains("text/event-stream");
            assertThat(rest).contains("event: token\ndata: {\"token\":\"two\"}").contains("event: done");
        }
        assertThat(contents(chatId)).containsExactly("go on", "One two");
    }

    @Test
    void a_client_that_comes_again_gets_what_it_has_not_seen_and_then_nothing() {
        Client.Answer whole = ask("numbered words", "");
        List<Event> all = events(whole.body());
        String chatId = idOf(whole);

        Client.Answer rest = follow(ada, chatId, "2");
        Client.Answer nothing =
                follow(ada, chatId, Integer.toString(all.getLast().id()));
        Client.Answer latest = follow(ada, chatId, "");

        assertThat(events(rest.body())).isEqualTo(all.subList(2, all.size()));
        assertThat(nothing.status()).isEqualTo(204);
        assertThat(nothing.body()).isEmpty();
        assertThat(events(latest.body())).isEqualTo(all);
    }

    @Test
    void a_chat_without_an_answer_under_way_or_kept_has_no_stream() {
        Client.Person bearer = server.client().stranger();
        String chatId = AgentRequests.post(
                        bearer, "/chat", "{'userId':'ME','messages':[{'role':'user','content':'from elsewhere'}]}")
                .text("chatId");
        Browser same = Browser.of(
                server.client(),
                bearer.email(),
                server.client().post("/api/session", Browser.credentials(bearer.email())));

        Client.Answer answer = follow(same, chatId, "");

        assertThat(answer.status()).isEqualTo(204);
        assertThat(same.get(CHAT).json().at("/chats/0/title").asText()).isEqualTo("from elsewhere");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "x", "1.5", "99999999999", "1;2"})
    void the_number_of_an_event_that_is_none_is_400(String number) {
        String chatId = idOf(ask("hi", ""));

        Client.Answer answer = follow(ada, chatId, number);

        assertThat(answer.fault()).isEqualTo("400 Last-Event-ID: must be the id of an event of this chat");
    }

    @Test
    void a_message_was_cut_and_no_event_or_message_said_so() {
        model.set(new ScriptedChatModel(request -> ScriptedChatModel.says(request, "Long.")));

        Client.Answer answer = ask("word ".repeat(40_000).strip(), "");

        JsonNode notices = events(answer.body()).getLast().data().get("notices");
        assertThat(notices).hasSize(1);
        assertThat(notices.get(0).asText()).contains(" of its 199,999 characters");
        assertThat(opened(idOf(answer)).at("/messages/1/notices")).isEqualTo(notices);
        assertThat(opened(idOf(answer)).at("/messages/0").has("notices")).isFalse();
    }

    @Test
    void an_answer_says_what_it_used_and_a_question_does_not() {
        JsonNode open = opened(idOf(ask("hello", "")));
        JsonNode question = open.at("/messages/0");
        JsonNode answer = open.at("/messages/1");

        assertThat(Client.names(question)).isEqualTo("role content timestamp");
        assertThat(Client.names(answer)).isEqualTo("role content timestamp notices model usage cost reasoning");
        assertThat(answer.get("notices")).isEmpty();
        assertThat(answer.get("reasoning").isNull()).isTrue();
    }

    @Test
    void an_answer_that_is_stopped_keeps_what_was_said() throws Exception {
        Pausing pausing = new Pausing();
        model.set(pausing.model());
        try (RawHttp http = begin(CHAT, "POST", "", asking("long story", ""))) {
            String chatId = chatIdIn(http.readUntil("One "));
            pausing.awaitFirstWord();

            Client.Answer stopped = ada.post(CHAT + "/stop", "{'chatId':'" + chatId + "'}");

            assertThat(stopped.status()).isEqualTo(204);
            assertThat(http.readAll())
                    .contains(
                            "event: done\ndata: {\"chatId\":\"" + chatId
                                    + "\",\"content\":\"One"
                                    + " \",\"toolsUsed\":[],\"stopped\":true,\"notices\":[],\"assistant\":null,\"model\":null,"
                                    + "\"usage\":{\"promptTokens\":0,\"completionTokens\":0},\"cost\":null,\"reasoning\":null}");
            assertThat(contents(chatId)).first().isEqualTo("long story");
            assertThat(contents(chatId).getLast()).startsWith("One");
            assertThat(opened(chatId).get("runningAfter").isNull()).isTrue();
            assertThat(opened(chatId).at("/messages/1/ended").asText()).isEqualTo("stopped");
            assertThat(ada.post(CHAT + "/stop", "{'chatId':'" + chatId + "'}").status())
                    .as("again")
                    .isEqualTo(204);
        }
    }

    @Test
    void an_answer_ends_with_the_session_that_asked_for_it() throws Exception {
        Browser disconnection = Browser.stranger(server.client());
        Pausing pausing = new Pausing();
        model.set(pausing.model());
        String cookie = "Cookie: " + Browser.COOKIE + "=" + disconnection.key() + "\r\n";
        String body = asking("hi", "").replace('\'', '"').replace("ME", disconnection.userId());
        try (RawHttp http = new RawHttp(server.port()).request("POST", CHAT, cookie, body)) {
            http.readUntil("One ");
            pausing.awaitFirstWord();

            disconnection.delete("/api/session");
            String rest = http.readAll();

            assertThat(rest)
                    .containsPattern("event: error\ndata: \\{\"error\":\"[^\"]+\"}\n\n")
                    .doesNotContain("event: done", "two");
        }
    }

    @Test
    void a_fifth_answer_of_an_account_at_a_time_is_429_and_names_the_bound() throws Exception {
        Browser grace = Browser.stranger(server.client());
        Pausing pausing = new Pausing();
        model.set(pausing.model());
        String cookie = "Cookie: " + Browser.COOKIE + "=" + grace.key() + "\r\n";
        String body = asking("hi", "").replace('\'', '"').replace("ME", grace.userId());
        for (int answers = 0; answers < 4; answers++) {
            try (RawHttp http = new RawHttp(server.port()).request("POST", CHAT, cookie, body)) {
                http.readUntil("One ");
            }
        }

        Client.Answer fifth = grace.post(CHAT, asking("hi", ""));
        pausing.goOn();

        assertThat(fifth.status()).isEqualTo(429);
        assertThat(fifth.header("Retry-After")).isEqualTo("1");
        assertThat(fifth.text("message"))
                .isEqualTo("an account has at most 4 answers at a time on a node; try again in 1 s");
        ErrorForms.check("POST /api/chat", fifth);
    }

    @ParameterizedTest
    @CsvSource({"v0.1, 404", "v1, 404"})
    void a_chat_of_another_user_is_one_that_does_not_exist(String mode, int status) {
        String chatId = idOf(ask("private", ""));
        String asking = asking("hi", "'chatId':'" + chatId + "',").replace("v1", mode);

        List<Client.Answer> answers = List.of(
                eve.post(CHAT, asking),
                eve.get(CHAT + "/messages?chatId=" + chatId),
                eve.get(CHAT + "/stream?chatId=" + chatId),
                eve.get(CHAT + "/trace?chatId=" + chatId),
                eve.post(CHAT + "/stop", "{'chatId':'" + chatId + "'}"),
                eve.send("PATCH", CHAT + "?chatId=" + chatId, "{'title':'Mine'}"),
                eve.delete(CHAT + "?chatId=" + chatId));
        Client.Answer unknown = eve.get(CHAT + "/messages?chatId=chat_unknown");

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.fault()).isEqualTo(status + " " + unknown.text("message"));
            ErrorForms.check("GET /api/chat", answer);
        });
        assertThat(contents(chatId)).containsExactly("private", "You said: private");
        assertThat(eve.get(CHAT + "?userId=" + ada.userId()).status()).isEqualTo(403);
        assertThat(eve.post(CHAT, HI.replace("ME", ada.userId())).status()).isEqualTo(403);
        assertThat(eve.get(CHAT).json().get("chats")).isEmpty();
    }

    @Test
    void an_admin_sees_the_chats_of_others_as_theirs() {
        Browser admin = Browser.of(
                server.client(),
                TestServer.ADMIN,
                server.client().post("/api/session/register", Browser.credentials(TestServer.ADMIN)));
        String chatId = idOf(ask("seen", ""));

        Client.Answer trace = admin.get(CHAT + "/trace?chatId=" + chatId);

        assertThat(trace.text("userId")).isEqualTo(ada.userId());
        assertThat(admin.get(CHAT + "/messages?chatId=" + chatId).status()).isEqualTo(200);
        assertThat(admin.get(CHAT + "?userId=" + ada.userId()).json().findValuesAsText("chatId"))
                .contains(chatId);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|messages: is required; userId: is required; agentMode: is required",
                "{'userId':'ME','messages':[{'role':'user','content':'hi'}]}|agentMode: is required",
                "{'userId':'ME','agentMode':'v2','messages':[{'role':'user','content':'hi'}]}"
                        + "|agentMode: must be one of v0.1, v1",
                "{'userId':'ME','agentMode':1,'messages':[{'role':'user','content':'hi'}]}|agentMode: must be a string",
                "{'userId':'ME','agentMode':'v1','messages':[]}|messages: must be a non-empty array",
                "{'userId':'ME','agentMode':'v1','messages':{}}|messages: must be a non-empty array",
                "{'userId':'ME','agentMode':'v1','messages':[{'role':'tool','content':'hi'}]}|messages[0].role: ",
                "{'userId':'ME','agentMode':'v1','messages':[{'role':'user'}]}|messages[0].content: is required",
                "{'userId':'','agentMode':'v1','chatId':' ','messages':[{'role':'user','content':'hi'}]}"
                        + "|userId: must be 1 to 128 visible ASCII characters; chatId: must be 1 to 128",
                "{'userId':'ME','agentMode':'v1','keepMessages':-1,'files':'x','tools':[1],'enableMemory':'yes',"
                        + "'messages':[{'role':'user','content':'hi'}]}|enableMemory: must be true or false;"
                        + " tools[0]: must be a string; keepMessages: must be an integer between 0 and 1000000;"
                        + " files: must be an array",
                "{'userId':'ME','agentMode':'v1','temperature':3,'messages':[{'role':'user','content':'hi'}]}"
                        + "|temperature: ",
                "{'userId':'ME','agentMode':'v1','tools':['no.such'],'messages':[{'role':'user','content':'hi'}]}"
                        + "|tools: ",
                "{'userId':'ME','agentMode':'v1','messages':[{'role':'user','content':'hi'}]|body: ",
                "null|body: must be a JSON object",
                "|body: must be a JSON object"
            })
    void a_bad_question_is_400_and_names_each_field(String body, String message) {
        Client.Answer answer = ada.post(CHAT, body == null ? "" : body);

        assertThat(answer.fault()).startsWith("400 " + message);
        ErrorForms.check("POST /api/chat", answer);
    }

    @Test
    void a_question_names_at_most_twenty_files_which_are_all_the_users() {
        String many =
                String.join(",", Stream.generate(() -> "'file_x'").limit(21).toList());

        Client.Answer tooMany = ada.post(CHAT, asking("hi", "'files':[" + many + "],"));
        Client.Answer unknown = ada.post(CHAT, asking("hi", "'files':['file_x'],"));

        assertThat(tooMany.fault()).startsWith("400 files: ");
        assertThat(unknown.status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /messages, '', chatId: is required",
        "GET, /stream, '', chatId: is required",
        "GET, /trace, '', chatId: is required",
        "GET, /messages, ?chatId=, chatId: is required",
        "GET, /messages, ?chatId=%20, chatId: must be 1 to 128 visible ASCII characters",
        "DELETE, '', '', chatId: is required",
        "PATCH, '', '', chatId: is required",
        "GET, '', ?limit=0, limit: must be",
        "GET, '', ?limit=201, limit: must be",
        "GET, '', ?limit=x, limit: must be",
        "GET, '', ?cursor=x, cursor: is not a cursor of this list",
        "GET, '', ?cursor=Y2hhdF8x, cursor: is not a cursor of this list",
        "GET, '', ?userId=%0a, userId: must be 1 to 128",
        "GET, '', ?q=%00, q: must be well-formed Unicode without NUL"
    })
    void a_bad_query_is_400_and_names_the_parameter(String method, String path, String query, String message) {
        Client.Answer answer = ada.send(method, CHAT + path + query, method.equals("PATCH") ? "{'title':'x'}" : "");

        assertThat(answer.fault()).startsWith("400 " + message);
        ErrorForms.check("GET /api/chat", answer);
    }

    @Test
    void chats_are_listed_in_pages_by_what_was_said_and_renamed_and_deleted() {
        Browser grace = Browser.stranger(server.client());
        String apples = idOf(grace.post(CHAT, asking("about apples", "")));
        String pears = idOf(grace.post(CHAT, asking("about pears", "")));

        Client.Answer first = grace.get(CHAT + "?limit=1");
        Client.Answer rest = grace.get(CHAT + "?limit=1&userId=ME&cursor=" + first.text("nextCursor"));
        Client.Answer searched = grace.get(CHAT + "?q=APPLE");
        Client.Answer renamed = grace.send("PATCH", CHAT + "?chatId=" + apples, "{'title':'  Fruit  '}");

        assertThat(first.text("chats.0.chatId")).isEqualTo(pears);
        assertThat(first.json().at("/chats/0/running").isBoolean()).isTrue();
        assertThat(rest.text("chats.0.chatId")).isEqualTo(apples);
        assertThat(rest.json().get("nextCursor").isNull()).isTrue();
        assertThat(searched.json().findValuesAsText("chatId")).containsExactly(apples);
        assertThat(renamed.status()).isEqualTo(200);
        assertThat(renamed.text("title")).isEqualTo("Fruit");
        assertThat(grace.send("PATCH", CHAT + "?chatId=" + apples, "{'title':' '}")
                        .text("message"))
                .isEqualTo("title: must have 1 to 120 characters");
        assertThat(grace.delete(CHAT + "?chatId=" + apples).status()).isEqualTo(204);
        assertThat(grace.delete(CHAT + "?chatId=" + apples).status()).isEqualTo(404);
        assertThat(grace.get(CHAT).json().findValuesAsText("chatId")).containsExactly(pears);
    }

    @Test
    void a_failure_before_the_answer_is_a_plain_error_and_behind_it_an_event() {
        model.set(new PiecewiseModel((request, sink) -> {
            sink.accept(new Chunk.Text("Hello"));
            sink.settle();
            throw new Refusal(new CompletionProblem.ProviderFailed("the provider failed"));
        }));

        Client.Answer answer = ask("hi", "");

        assertThat(events(answer.body())).extracting(Event::name).containsExactly("token", "error");
        assertThat(events(answer.body()).getLast().data()).isEqualTo(json("{\"error\":\"the provider failed\"}"));
        assertThat(opened(idOf(answer)).at("/messages/1/ended").asText()).isEqualTo("failed");
        assertThat(opened(idOf(answer)).at("/messages/0").has("ended")).isFalse();
    }

    @Test
    void the_models_of_the_agent_service_are_listed() {
        Client.Answer models = ada.get("/api/models");
        Client.Answer ofAgent = ada.get("/web/agent/api/models");

        assertThat(models.status()).isEqualTo(200);
        assertThat(models.json()).isEqualTo(ofAgent.json());
        assertThat(models.json().get("provider").asText()).isNotEmpty();
        assertThat(server.client().get("/api/models").status()).isEqualTo(401);
    }

    @Test
    void both_modes_answer_and_the_chat_says_which_one_answered_last() {
        Client.Answer answer = ada.post(CHAT, HI.replace("v1", "v0.1"));
        String chatId = idOf(answer);

        assertThat(opened(chatId).get("agentMode").asText()).isEqualTo("v0.1");
        ask("go on", "'chatId':'" + chatId + "',");
        assertThat(opened(chatId).get("agentMode").asText()).isEqualTo("v1");
    }

    @Test
    void a_dashboard_counts_what_the_user_has() {
        Browser grace = Browser.stranger(server.client());
        String chatId = idOf(grace.post(CHAT, HI));
        grace.post("/web/api/v1/tasks", "{'type':'parked.on.purpose'}");

        Client.Answer answer = grace.get("/api/dashboard");

        JsonNode dashboard = answer.json().get("dashboard");
        assertThat(answer.json().get("success").asBoolean()).isTrue();
        assertThat(Client.texts(dashboard, "totalChats", "totalMessages", "recentChats.0.id"))
                .containsExactly("1", "2", chatId);
        assertThat(dashboard.get("tokens")).hasSize(30);
        assertThat(dashboard.at("/tokens/29/completionTokens").asInt()).isPositive();
        assertThat(dashboard.at("/models/0/model").asText()).isEqualTo("swapped");
        assertThat(Stream.of("queued", "running", "completed", "failed", "cancelled")
                        .mapToInt(status -> dashboard.at("/tasks/" + status).asInt(-1))
                        .sum())
                .isEqualTo(1);
        assertThat(dashboard.get("outcomes")).isEqualTo(json("{\"failed\":0,\"flaky\":0,\"passed\":0}"));
        assertThat(dashboard.at("/totalIsExact").asBoolean()).isTrue();
        assertThat(eve.get("/api/dashboard").json().at("/dashboard/totalChats").asInt())
                .isZero();
    }

    @Test
    void the_navigation_counts_what_waits_or_runs() {
        Browser grace = Browser.stranger(server.client());
        grace.post("/web/api/v1/tasks", "{'type':'sleep','input':{'ms':600000}}");

        assertThat(grace.get("/api/dashboard/open").body()).isEqualTo("{\"tasks\":1,\"runs\":0}");
        assertThat(eve.get("/api/dashboard/open").json().get("tasks").asInt()).isZero();
    }
}
