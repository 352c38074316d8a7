package dev.guildhall.http.webchat;

import dev.guildhall.http.Access;
import dev.guildhall.http.EventStream;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.agent.AgentJson;
import dev.guildhall.http.agent.AgentRoutes;
import dev.guildhall.http.agent.ApprovalJson;
import dev.guildhall.http.agent.MediaResponse;
import dev.guildhall.http.agent.QuestionJson;
import dev.guildhall.http.agent.TraceJson;
import dev.guildhall.http.completion.MessageReaders;
import dev.guildhall.http.completion.ModelsJson;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.agent.MediaId;
import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.file.FileId;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.webchat.ChatQuestion;
import dev.guildhall.ports.webchat.ChatTitle;
import dev.guildhall.ports.webchat.ReplyEvent;
import dev.guildhall.ports.webchat.WebChats;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import dev.guildhall.wire.sse.SseWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Chats of web users over HTTP (chat-6 to chat-12). */
public final class WebChatRoutes {
    private static final EventStream STREAM =
            EventStream.ofAnswer("chat", problem -> new AgentJson.StreamErrorJson(problem.message()));
    private static final String CHAT_ID = "X-Chat-Id";
    private static final int MOST_KEPT = 1_000_000;

    private final WebChats chats;

    public WebChatRoutes(WebChats chats) {
        this.chats = chats;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/api/chat", Access.SESSION, this::send),
                Route.get("/api/chat", Access.SESSION, this::list),
                Route.patch("/api/chat", Access.SESSION, this::rename),
                Route.delete("/api/chat", Access.SESSION, this::delete),
                Route.get("/api/chat/messages", Access.SESSION, this::open),
                Route.get(MediaAddresses.PATH, Access.SESSION, this::media),
                Route.get(MediaAddresses.PATH + "/{mediaId}", Access.SESSION, this::toolMedia),
                Route.get("/api/chat/stream", Access.SESSION, this::follow),
                Route.get("/api/chat/trace", Access.SESSION, this::trace),
                Route.finish("/api/chat/stop", Access.SESSION, this::stop),
                Route.post("/api/chat/questions", Access.SESSION, this::answer),
                Route.post("/api/chat/approvals", Access.SESSION, this::decide),
                Route.get("/api/models", Access.SESSION, this::models),
                Route.get("/api/dashboard", Access.SESSION, this::dashboard),
                Route.get("/api/dashboard/open", Access.SESSION, this::openWork));
    }

    private void send(Exchange exchange) {
        WebChats.Begun begun = chats.send(exchange.caller(), question(exchange));
        ChatId chatId = begun.chat().id();
        exchange.header(CHAT_ID, chatId.value());
        exchange.watch().beginAnswer();
        try (SseWriter out = exchange.stream()) {
            out.open();
            STREAM.send(exchange, out, begun.after(), (sink, after) -> follow(exchange, chatId, sink, after));
        }
    }

    private static ChatQuestion question(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<List<NewMessage>> messages = body.required("messages", MessageReaders.messages());
        Supplier<UserId> userId = body.required("userId", RequestReader.text(UserId::new));
        Supplier<Optional<ChatId>> chatId = body.optional("chatId", RequestReader.text(ChatId::new));
        Supplier<AgentMode> mode = body.required("agentMode", RequestReader.text(WebChatRoutes::mode));
        Supplier<AgentOptions> options = AgentRoutes.options(body, () -> true);
        Supplier<Optional<Integer>> keep = body.optional("keepMessages", RequestReader.integer(0, MOST_KEPT));
        Supplier<List<FileId>> files = body.optional(
                "files", RequestReader.list(RequestReader.text(FileId::new), ChatQuestion.MOST_FILES), List.of());
        body.check();
        AgentRequest request = new AgentRequest(userId.get(), mode.get(), chatId.get(), messages.get(), options.get())
                .keeping(keep.get())
                .partOf(exchange.origin());
        return new ChatQuestion(request, files.get());
    }

    private static AgentMode mode(String name) {
        try {
            return AgentMode.fromWire(name);
        } catch (IllegalArgumentException unknown) {
            throw Refusal.invalid("agentMode", "must be one of v0.1, v1");
        }
    }

    private void follow(Exchange exchange) {
        ChatId chatId = chatId(exchange);
        STREAM.answer(
                exchange,
                () -> chats.open(exchange.caller(), chatId).running().isEmpty(),
                (out, after) -> follow(exchange, chatId, out, after));
    }

    private void follow(Exchange exchange, ChatId chatId, SseWriter out, int after) {
        chats.follow(exchange.caller(), chatId, after, event -> {
            exchange.watch().waits(event.event() instanceof ReplyEvent.ApprovalAsked);
            send(out, event);
        });
    }

    private static void send(SseWriter out, Numbered<ReplyEvent> event) {
        String id = Integer.toString(event.number());
        switch (event.event()) {
            case ReplyEvent.Token(String text) -> out.event("token", id, Json.text(new WebChatJson.TokenJson(text)));
            case ReplyEvent.Reasoned(String text) ->
                out.event("reasoning", id, Json.text(new WebChatJson.ReasoningJson(text)));
            case ReplyEvent.ToolStarted started ->
                out.event(
                        "tool_start",
                        id,
                        Json.text(new AgentJson.ToolStartJson(started.callId(), started.tool(), started.parameters())));
            case ReplyEvent.ToolFinished finished ->
                out.event("tool_result", id, Json.text(AgentJson.ToolResultJson.of(finished.use())));
            case ReplyEvent.QuestionAsked(ToolQuestion question) ->
                out.event("question", id, Json.text(QuestionJson.of(question)));
            case ReplyEvent.QuestionEnded(QuestionId question, QuestionAnswer.Action action) ->
                out.event("question_end", id, Json.text(new QuestionJson.EndJson(question.value(), action.wireName())));
            case ReplyEvent.ApprovalAsked(Approval approval) ->
                out.event("approval", id, Json.text(ApprovalJson.of(approval)));
            case ReplyEvent.Used used -> out.event("usage", id, Json.text(AgentJson.UsageJson.of(used.usage())));
            case ReplyEvent.Done done -> out.event("done", id, Json.text(WebChatJson.DoneJson.of(done)));
            case ReplyEvent.Failed(String message) ->
                out.event("error", id, Json.text(new AgentJson.StreamErrorJson(message)));
        }
    }

    private void list(Exchange exchange) {
        UserId userId = owner(exchange);
        exchange.json(
                200,
                Json.page(
                        "chats",
                        chats.list(exchange.caller(), userId, exchange.query("q"), exchange.page()),
                        WebChatJson.ChatJson::of));
    }

    private void rename(Exchange exchange) {
        ChatId chatId = chatId(exchange);
        JsonBody body = exchange.body();
        Supplier<ChatTitle> title = body.required("title", RequestReader.text(ChatTitle::parse));
        body.check();
        exchange.json(200, WebChatJson.ChatJson.of(chats.rename(exchange.caller(), chatId, title.get())));
    }

    private void delete(Exchange exchange) {
        chats.delete(exchange.caller(), chatId(exchange));
        exchange.noContent();
    }

    private void open(Exchange exchange) {
        ChatId chatId = chatId(exchange);
        exchange.json(
                chats.version(exchange.caller(), chatId),
                () -> WebChatJson.OpenChatJson.of(chats.open(exchange.caller(), chatId)));
    }

    private void media(Exchange exchange) {
        MediaAddresses.Place place = MediaAddresses.place(exchange);
        MediaResponse.send(
                exchange,
                chats.media(exchange.caller(), chatId(exchange), place.position(), place.sentAt(), place.part()));
    }

    private void toolMedia(Exchange exchange) {
        MediaId mediaId = exchange.pathId("mediaId", "picture or sound", MediaId::new);
        MediaResponse.send(exchange, chats.media(exchange.caller(), chatId(exchange), mediaId));
    }

    private void trace(Exchange exchange) {
        ChatId chatId = chatId(exchange);
        UserId owner = chats.find(exchange.caller(), chatId).userId();
        exchange.json(200, TraceJson.of(chatId, owner, chats.trace(exchange.caller(), chatId)));
    }

    private void stop(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<ChatId> chatId = body.required("chatId", RequestReader.text(ChatId::new));
        body.check();
        chats.stop(exchange.caller(), chatId.get());
        exchange.noContent();
    }

    private void answer(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<ChatId> chatId = body.required("chatId", RequestReader.text(ChatId::new));
        Supplier<QuestionId> questionId = body.required("questionId", RequestReader.text(QuestionId::new));
        Supplier<QuestionAnswer> answer = QuestionJson.answer(body);
        body.check();
        chats.answer(exchange.caller(), chatId.get(), questionId.get(), answer.get());
        exchange.noContent();
    }

    private void decide(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<ChatId> chatId = body.required("chatId", RequestReader.text(ChatId::new));
        Supplier<String> callId = body.required("callId", RequestReader.text());
        Supplier<ApprovalDecision> read = ApprovalJson.decision(body);
        body.check();
        ApprovalDecision decision = read.get();
        Approval decided = chats.decide(exchange.caller(), chatId.get(), callId.get(), decision);
        exchange.json(200, ApprovalJson.DecidedJson.of(decided, decision));
    }

    private void models(Exchange exchange) {
        exchange.json(200, ModelsJson.of(chats.models(exchange.caller())));
    }

    private void dashboard(Exchange exchange) {
        exchange.json(
                200,
                new WebChatJson.DashboardResponseJson(
                        true, WebChatJson.DashboardJson.of(chats.dashboard(exchange.caller()))));
    }

    private void openWork(Exchange exchange) {
        exchange.json(200, chats.openWork(exchange.caller()));
    }

    /** The user whose resources are listed: the caller, unless the query names a user. */
    static UserId owner(Exchange exchange) {
        return exchange.query("userId")
                .map(UserId::new)
                .orElseGet(() -> exchange.caller().requireUser().userId());
    }

    private static ChatId chatId(Exchange exchange) {
        return exchange.requiredQuery("chatId", ChatId::new);
    }
}
