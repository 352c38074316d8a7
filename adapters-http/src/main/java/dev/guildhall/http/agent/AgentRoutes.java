package dev.guildhall.http.agent;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.completion.MessageReaders;
import dev.guildhall.http.completion.ModelsJson;
import dev.guildhall.http.error.ClientDisconnected;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentListener;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agent.Conversation;
import dev.guildhall.ports.agent.MediaId;
import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import dev.guildhall.wire.sse.SseWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Conversations with the agent over HTTP, in one of its modes (agents-1 to agents-14). */
public final class AgentRoutes {
    private static final Logger LOG = System.getLogger(AgentRoutes.class.getName());
    /** Names the conversation before the first event, so that a client can stop and resume a new conversation. */
    private static final String CHAT_ID = "X-Chat-Id";

    private static final int MOST_KEPT = 1_000_000;
    private static final int MOST_TOOLS = 500;

    private final Agents agents;
    private final AgentMode mode;

    public AgentRoutes(Agents agents, AgentMode mode) {
        this.agents = agents;
        this.mode = mode;
    }

    public List<Route> routes() {
        return List.of(
                Route.toModel("/api/chat", Access.BEARER, this::chat),
                Route.get("/api/chat/{chatId}", Access.BEARER, this::conversation),
                Route.delete("/api/chat/{chatId}", Access.BEARER, this::delete),
                Route.toModel("/api/chat/{chatId}/resume", Access.BEARER, this::resume),
                Route.get("/api/chat/{chatId}/trace", Access.BEARER, this::trace),
                Route.get("/api/chat/{chatId}/media/{mediaId}", Access.BEARER, this::media),
                Route.post("/api/chat/{chatId}/questions/{questionId}", Access.BEARER, this::answer),
                Route.get("/api/models", Access.BEARER, this::models));
    }

    private void chat(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<Boolean> stream = body.optional("stream", RequestReader.flag(), false);
        Supplier<Boolean> openEarly = body.optional("openEarly", RequestReader.flag(), false);
        Supplier<Boolean> answers = body.optional("answersQuestions", RequestReader.flag(), false);
        Supplier<Boolean> resumes = body.optional("resumes", RequestReader.flag(), false);
        AgentRequest request = question(body, mode).partOf(exchange.origin());
        if (stream.get()) {
            stream(
                    exchange,
                    openEarly.get(),
                    new Client(answers.get(), resumes.get()),
                    listener -> agents.chat(exchange.caller(), request, listener));
        } else {
            exchange.watch().cancelWhenClientLeaves();
            AgentReply reply = agents.chat(
                    exchange.caller(),
                    request,
                    new AgentListener.UntilComplete(event -> sendChatEvent(exchange, event)));
            exchange.json(200, AgentJson.ReplyJson.of(reply));
        }
    }

    /** The body of {@code POST /api/chat}, without what only its client needs. */
    public static AgentRequest question(JsonBody body, AgentMode mode) {
        Supplier<List<NewMessage>> messages = body.required("messages", MessageReaders.messages());
        Supplier<UserId> userId = body.required("userId", RequestReader.text(UserId::new));
        Supplier<Optional<ChatId>> chatId = body.optional("chatId", RequestReader.text(ChatId::new));
        Supplier<AgentOptions> options = options(body, ApprovalJson.asks(body));
        Supplier<Optional<Integer>> keep = body.optional("keepMessages", RequestReader.integer(0, MOST_KEPT));
        Supplier<Boolean> stream = body.optional("stream", RequestReader.flag(), false);
        body.check();
        if (options.get().asksApproval() && !stream.get()) {
            throw Refusal.invalid(body.path("approvals"), "needs stream");
        }
        return new AgentRequest(userId.get(), mode, chatId.get(), messages.get(), options.get()).keeping(keep.get());
    }

    private void resume(Exchange exchange) {
        ChatId chatId = exchange.pathId("chatId", "chat", ChatId::new);
        JsonBody body = exchange.body();
        Supplier<List<NewMessage>> messages = body.required("messages", MessageReaders.messages());
        Supplier<UserId> userId = body.required("userId", RequestReader.text(UserId::new));
        Supplier<AgentOptions> options = options(body, ApprovalJson.asks(body));
        Supplier<Boolean> answers = body.optional("answersQuestions", RequestReader.flag(), false);
        body.check();
        AgentRequest request = new AgentRequest(userId.get(), mode, Optional.of(chatId), messages.get(), options.get())
                .partOf(exchange.origin());
        stream(
                exchange,
                true,
                new Client(answers.get(), true),
                listener -> agents.resume(exchange.caller(), request, listener));
    }

    /** The options of a request, as the chat front-end takes them too. */
    public static Supplier<AgentOptions> options(JsonBody body, Supplier<Boolean> asks) {
        Supplier<Sampling> sampling = MessageReaders.sampling(body);
        Supplier<Optional<Boolean>> memory = body.optional("enableMemory", RequestReader.flag());
        Supplier<Optional<List<String>>> tools =
                body.optional("tools", RequestReader.list(RequestReader.text(), MOST_TOOLS));
        Supplier<Change<AssistantId>> assistant = body.change("assistantId", RequestReader.text(AssistantId::new));
        Supplier<List<CollectionId>> collections = CollectionReaders.collections(body);
        return () -> new AgentOptions(
                sampling.get(), memory.get(), tools.get(), assistant.get(), collections.get(), asks.get());
    }

    /** What the client of a stream can do: answer questions of tools, and resume an answer that has waited for its user. */
    private record Client(boolean answers, boolean resumes) {}

    private void stream(
            Exchange exchange, boolean openEarly, Client client, Function<AgentListener, AgentReply> answering) {
        try (SseWriter events = exchange.stream()) {
            AgentStream out = new AgentStream(events, openEarly);
            AgentListener listener = new StreamListener(
                    event -> {
                        sendChatEvent(exchange, event);
                        exchange.watch().waits(AgentStream.isWait(event));
                        out.send(event);
                    },
                    client.answers(),
                    client.resumes());
            try {
                out.done(answering.apply(listener));
            } catch (Refusal refusal) {
                Refusal cause = exchange.watch().causeOf(refusal);
                fail(events, out, cause, cause.problem().message());
            } catch (ClientDisconnected gone) {
                throw gone;
            } catch (RuntimeException bug) {
                LOG.log(Level.ERROR, "request " + exchange.requestId() + " failed", bug);
                fail(events, out, bug, ErrorResponse.internal().message());
            }
        }
    }

    /** The client of a stream, which stays connected while the answer waits for its user, or resumes it afterwards. */
    private record StreamListener(Consumer<AgentEvent> sink, boolean canAnswer, boolean isReply)
            implements AgentListener {
        @Override
        public void accept(AgentEvent event) {
            sink.accept(event);
        }

        @Override
        public boolean staysOpen() {
            return !isReply;
        }
    }

    private static void sendChatEvent(Exchange exchange, AgentEvent event) {
        if (event instanceof AgentEvent.Started(ChatId chatId)) {
            exchange.header(CHAT_ID, chatId.value());
        }
    }

    /** Before the first event an error is an ordinary HTTP response; afterwards it is the one terminal event. */
    private static void fail(SseWriter events, AgentStream out, RuntimeException cause, String message) {
        if (!events.isStarted()) {
            throw cause;
        }
        out.error(message);
    }

    private void media(Exchange exchange) {
        ChatId chatId = exchange.pathId("chatId", "chat", ChatId::new);
        MediaId mediaId = exchange.pathId("mediaId", "picture or sound", MediaId::new);
        UserId userId = exchange.requiredQuery("userId", UserId::new);
        MediaResponse.send(exchange, agents.media(exchange.caller(), userId, chatId, mediaId));
    }

    private void answer(Exchange exchange) {
        ChatId chatId = exchange.pathId("chatId", "chat", ChatId::new);
        QuestionId questionId = exchange.pathId("questionId", "question", QuestionId::new);
        JsonBody body = exchange.body();
        Supplier<QuestionAnswer> answer = QuestionJson.answer(body);
        body.check();
        agents.answer(exchange.caller(), chatId, questionId, answer.get());
        exchange.noContent();
    }

    private void models(Exchange exchange) {
        exchange.json(200, ModelsJson.of(agents.models(exchange.caller())));
    }

    private void conversation(Exchange exchange) {
        ChatId chatId = exchange.pathId("chatId", "chat", ChatId::new);
        UserId userId = exchange.requiredQuery("userId", UserId::new);
        Conversation conversation = agents.conversation(exchange.caller(), userId, chatId);
        exchange.json(200, AgentJson.ConversationJson.of(conversation));
    }

    private void delete(Exchange exchange) {
        ChatId chatId = exchange.pathId("chatId", "chat", ChatId::new);
        agents.delete(exchange.caller(), exchange.requiredQuery("userId", UserId::new), chatId);
        exchange.noContent();
    }

    private void trace(Exchange exchange) {
        ChatId chatId = exchange.pathId("chatId", "chat", ChatId::new);
        UserId userId = exchange.requiredQuery("userId", UserId::new);
        List<AgentTrace> traces = agents.trace(exchange.caller(), userId, chatId);
        exchange.json(200, TraceJson.of(chatId, userId, traces));
    }
}
