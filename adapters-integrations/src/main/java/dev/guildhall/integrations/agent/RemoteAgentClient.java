package dev.guildhall.integrations.agent;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Id;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentListener;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Conversation;
import dev.guildhall.ports.agent.MediaId;
import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agenttask.AgentTask;
import dev.guildhall.ports.completion.ContentPartData;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.webchat.AgentClient;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.wire.http.Response;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.sse.SseReader;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/**
 * A client of the agent service at another address, which sends the caller's access token. An interrupt cancels a
 * request: of a virtual thread at once, of another thread with the next chunk of the answer. The agent service notices
 * within 2 s that the client has disconnected, and stores the answer so far.
 */
public final class RemoteAgentClient implements AgentClient {

    private static final MediaType JSON = MediaType.get("application/json");
    private static final Set<String> NAVIGATION = Set.of(".", "..");

    private final AgentAddress address;
    private final AgentHttp http;
    private final Function<Caller, AccessToken> tokens;
    private final InstantSource clock;

    /** Creates a client of the service at that address, which accepts these access tokens of callers. */
    public RemoteAgentClient(
            AgentAddress address, AgentTimeouts timeouts, Function<Caller, AccessToken> tokens, InstantSource clock) {
        this.address = address;
        this.http = new AgentHttp(address, timeouts);
        this.tokens = tokens;
        this.clock = clock;
    }

    @Override
    public AgentReply chat(Caller caller, AgentRequest request, AgentListener sink) {
        HttpUrl url = address.of(request.mode()).addPathSegments("api/chat").build();
        Request.Builder question = request(caller, url).post(RequestBody.create(QuestionJson.of(request, sink), JSON));
        request.parent().map(SpanContext::toTraceparent).ifPresent(span -> question.header("traceparent", span));
        return http.stream(question.build(), response -> answer(response, request, sink));
    }

    /** An agent service of an earlier version does not resume replies. */
    @Override
    public Optional<AgentReply> resume(Caller caller, AgentRequest request, AgentListener listener) {
        ChatId chatId = request.chatId().orElseThrow();
        HttpUrl url = address.of(request.mode())
                .addPathSegments("api/chat")
                .addPathSegment(segment("chat", chatId))
                .addPathSegment("resume")
                .build();
        Request question = request(caller, url)
                .post(RequestBody.create(QuestionJson.of(request, listener), JSON))
                .build();
        try {
            return Optional.of(http.stream(
                    question,
                    response -> StreamedReply.resumed(chatId, listener, clock)
                            .read(new SseReader(response.body(), RemoteAgentLimits.LINE_BYTES))));
        } catch (Refusal refused) {
            if (refused.problem() instanceof CommonProblem.NotFound) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    private AgentReply answer(Response response, AgentRequest request, AgentListener sink) throws IOException {
        ChatId chatId = response.header("X-Chat-Id")
                .map(RemoteAgentClient::chatId)
                .or(request::chatId)
                .orElseThrow(() -> new ResponseFields.Malformed("no X-Chat-Id"));
        return new StreamedReply(chatId, sink, clock)
                .read(new SseReader(response.body(), RemoteAgentLimits.LINE_BYTES));
    }

    private static ChatId chatId(String header) {
        try {
            return new ChatId(header);
        } catch (Refusal unfit) {
            throw new ResponseFields.Malformed("X-Chat-Id");
        }
    }

    @Override
    public void answer(Caller caller, ChatId chatId, QuestionId questionId, QuestionAnswer answer) {
        HttpUrl url = address.of(AgentMode.WITH_TASKS)
                .addPathSegments("api/chat")
                .addPathSegment(segment("chat", chatId))
                .addPathSegment("questions")
                .addPathSegment(segment("question", questionId))
                .build();
        byte[] body = written(Map.of("action", answer.action().wireName(), "content", answer.content()));
        http.send(request(caller, url).post(RequestBody.create(body, JSON)).build(), Response::status);
    }

    @Override
    public Approval decide(Caller caller, ChatId chatId, String callId, ApprovalDecision decision) {
        HttpUrl url = address.of(AgentMode.WITH_TASKS)
                .addPathSegments("api/chat")
                .addPathSegment(segment("chat", chatId))
                .addPathSegment("approvals")
                .addPathSegment(segment("approval", callId))
                .build();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("decision", decision.verdict().wireName());
        fields.put("remember", decision.remember().wireName());
        decision.reason().ifPresent(reason -> fields.put("reason", reason));
        decision.parameters().ifPresent(parameters -> fields.put("parameters", parameters));
        return send(request(caller, url).post(RequestBody.create(written(fields), JSON)), AgentResponseJson::approval);
    }

    @Override
    public MediaSource.Inline media(Caller caller, UserId userId, ChatId chatId, MediaId mediaId) {
        HttpUrl url = ofChat(userId, chatId)
                .addPathSegment("media")
                .addPathSegment(segment("picture or sound", mediaId))
                .build();
        return http.send(request(caller, url).build(), response -> {
            String type = response.header("Content-Type").orElse("").split(";", 2)[0];
            byte[] content = AgentHttp.body(response, RemoteAgentLimits.ANSWER_BYTES);
            try {
                return new MediaSource.Inline(type, Base64.getEncoder().encodeToString(content));
            } catch (Refusal unfit) {
                throw new ResponseFields.Malformed(unfit.problem().message());
            }
        });
    }

    @Override
    public Conversation conversation(Caller caller, UserId userId, ChatId chatId) {
        return get(caller, ofChat(userId, chatId).build(), AgentResponseJson::conversation);
    }

    @Override
    public Chat find(Caller caller, UserId userId, ChatId chatId) {
        return conversation(caller, userId, chatId).chat();
    }

    /** The agent service sends the latest messages of a very long conversation. */
    @Override
    public ChatEntry message(Caller caller, UserId userId, ChatId chatId, int position) {
        Conversation conversation = conversation(caller, userId, chatId);
        List<ChatEntry> latest = conversation.messages();
        int index = position - (conversation.chat().messageCount() - latest.size());
        if (index < 0 || index >= latest.size()) {
            throw new Refusal(new CommonProblem.NotFound("message"));
        }
        return latest.get(index);
    }

    @Override
    public List<AgentTrace> trace(Caller caller, UserId userId, ChatId chatId) {
        return get(caller, ofChat(userId, chatId).addPathSegment("trace").build(), AgentResponseJson::traces);
    }

    @Override
    public void delete(Caller caller, UserId userId, ChatId chatId) {
        http.send(request(caller, ofChat(userId, chatId).build()).delete().build(), Response::status);
    }

    @Override
    public ModelCatalogue models(Caller caller) {
        return get(
                caller,
                address.of(AgentMode.WITH_TASKS).addPathSegments("api/models").build(),
                AgentResponseJson::models);
    }

    @Override
    public Page<AgentTask> tasks(Caller caller, UserId userId, PageRequest page) {
        HttpUrl.Builder url = ofTasks()
                .addQueryParameter("userId", userId.value())
                .addQueryParameter("limit", Integer.toString(page.limit().value()));
        page.cursor().map(Cursor::encode).ifPresent(cursor -> url.addQueryParameter("cursor", cursor));
        return get(caller, url.build(), AgentResponseJson::tasks);
    }

    @Override
    public AgentTask task(Caller caller, WorkflowId id) {
        return get(caller, ofTask(id), AgentResponseJson::task);
    }

    @Override
    public AgentTask cancelTask(Caller caller, WorkflowId id) {
        return send(request(caller, ofTask(id)).delete(), AgentResponseJson::task);
    }

    private HttpUrl.Builder ofChat(UserId userId, ChatId chatId) {
        return address.of(AgentMode.WITH_TASKS)
                .addPathSegments("api/chat")
                .addPathSegment(segment("chat", chatId))
                .addQueryParameter("userId", userId.value());
    }

    private HttpUrl.Builder ofTasks() {
        return address.of(AgentMode.WITH_TASKS).addPathSegments("api/tasks");
    }

    private HttpUrl ofTask(WorkflowId id) {
        return ofTasks().addPathSegment(segment("task", id)).build();
    }

    /** Refuses {@code .} and {@code ..}, which would lead to another path. */
    private static String segment(String what, Id id) {
        return segment(what, id.value());
    }

    private static String segment(String what, String text) {
        if (text.isEmpty() || NAVIGATION.contains(text)) {
            throw new Refusal(new CommonProblem.NotFound(what));
        }
        return text;
    }

    private <T> T get(Caller caller, HttpUrl url, Function<ResponseFields, T> reading) {
        return send(request(caller, url), reading);
    }

    private <T> T send(Request.Builder request, Function<ResponseFields, T> reading) {
        return http.send(
                request.build(),
                response -> ResponseFields.read(AgentHttp.body(response, RemoteAgentLimits.ANSWER_BYTES), reading));
    }

    private Request.Builder request(Caller caller, HttpUrl url) {
        return new Request.Builder()
                .url(url)
                .header("Authorization", "Bearer " + tokens.apply(caller).value())
                .header("User-Agent", "Guildhall");
    }

    private static byte[] written(Object json) {
        try {
            return Json.LENIENT.writeValueAsBytes(json);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("plain values could not be written", impossible);
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record QuestionJson(
            List<MessageJson> messages,
            String userId,
            @Nullable String chatId,
            @Nullable String model,
            @Nullable Double temperature,
            @Nullable Integer maxTokens,
            @Nullable Boolean enableMemory,
            @Nullable List<String> tools,
            List<String> collections,
            @Nullable JsonNode assistantId,
            @Nullable Integer keepMessages,
            boolean stream,
            boolean openEarly,
            boolean answersQuestions,
            boolean resumes,
            @Nullable String approvals) {
        private record MessageJson(String role, Object content) {
            static MessageJson of(NewMessage message) {
                return new MessageJson(
                        message.speaker().wireName(),
                        message.hasMedia() ? ContentPartData.of(message.parts()) : message.content());
            }
        }

        static byte[] of(AgentRequest request, AgentListener listener) {
            OptionalDouble temperature = request.options().sampling().temperature();
            OptionalInt maxTokens = request.options().sampling().maxTokens();
            QuestionJson json = new QuestionJson(
                    request.messages().stream().map(MessageJson::of).toList(),
                    request.userId().value(),
                    request.chatId().map(ChatId::value).orElse(null),
                    request.options().sampling().model().orElse(null),
                    temperature.isPresent() ? temperature.getAsDouble() : null,
                    maxTokens.isPresent() ? maxTokens.getAsInt() : null,
                    request.options().memory().orElse(null),
                    request.options().tools().orElse(null),
                    request.options().collections().stream()
                            .map(CollectionId::value)
                            .toList(),
                    assistant(request.options().assistant()),
                    request.keep().orElse(null),
                    true,
                    true,
                    listener.canAnswer(),
                    listener.isReply(),
                    request.options().asksApproval() ? "ask" : null);
            return written(json);
        }

        /** Null leaves the member out; a null node clears the assistant of the chat. */
        private static @Nullable JsonNode assistant(Change<AssistantId> assistant) {
            return switch (assistant) {
                case Change.Kept<AssistantId> _ -> null;
                case Change.Cleared<AssistantId> _ -> NullNode.getInstance();
                case Change.Replaced<AssistantId>(AssistantId named) -> TextNode.valueOf(named.value());
            };
        }
    }
}
