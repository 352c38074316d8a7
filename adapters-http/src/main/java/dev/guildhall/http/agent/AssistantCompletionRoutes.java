package dev.guildhall.http.agent;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.completion.AnswerStream;
import dev.guildhall.http.completion.CompletionErrors;
import dev.guildhall.http.completion.openai.OpenAiErrors;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agent.AssistantAnswer;
import dev.guildhall.ports.agent.AssistantQuestion;
import dev.guildhall.ports.assistant.AssistantSummary;
import dev.guildhall.ports.assistant.Assistants;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.OriginalRequest;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.openai.ChatBody;
import dev.guildhall.wire.openai.ChatJson;
import dev.guildhall.wire.openai.ChunkDialect;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Assistants for clients of OpenAI's API, as if they were models (assistants-7). Mounted at {@link #PATH} of the agent
 * service's base with {@link OpenAiErrors}.
 */
public final class AssistantCompletionRoutes {
    public static final String PATH = "/v1";

    private static final ErrorForm ERRORS = new OpenAiErrors();
    private static final String OURS = "guildhall";

    private record ModelJson(
            String id,
            String object,
            long created,
            @JsonProperty("owned_by") String ownedBy,
            String name,
            String description) {
        static ModelJson of(AssistantSummary assistant) {
            return new ModelJson(
                    assistant.id().value(),
                    "model",
                    assistant.createdAt().getEpochSecond(),
                    OURS,
                    assistant.name(),
                    assistant.description());
        }
    }

    private record ListJson(String object, List<ModelJson> data) {}

    /** An answer with the passages that it cites, which are omitted when there are none. */
    private record CitedJson(
            @JsonUnwrapped ChatJson.AnswerJson answer,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<CollectionJson.CitationJson> citations) {}

    private final Agents agents;
    private final Assistants assistants;
    private final InstantSource clock;

    public AssistantCompletionRoutes(Agents agents, Assistants assistants, InstantSource clock) {
        this.agents = agents;
        this.assistants = assistants;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.toModel("/chat/completions", Access.BEARER, this::chat),
                Route.get("/models", Access.BEARER, this::models));
    }

    private void models(Exchange exchange) {
        List<ModelJson> all = assistants.summaries(exchange.caller()).stream()
                .map(ModelJson::of)
                .toList();
        exchange.json(200, new ListJson("list", all));
    }

    private void chat(Exchange exchange) {
        ChatBody body = ChatBody.read(exchange.body(), exchange.jsonBytes());
        CompletionRequest request = body.request();
        requireWords(request);
        String id = "chatcmpl-" + CompletionErrors.uuid(exchange.requestId()).replace("-", "");
        long created = clock.instant().getEpochSecond();
        if (body.delivery() == ChatBody.Delivery.WHOLE) {
            exchange.watch().cancelWhenClientLeaves();
            AssistantAnswer answer = ask(exchange, body, event -> {});
            exchange.json(
                    200,
                    new CitedJson(
                            ChatJson.AnswerJson.of(completion(body, answer), id, created, body.tools()),
                            citations(answer)));
        } else {
            ChunkDialect dialect = new ChunkDialect(id, created, body);
            AnswerStream.answer(exchange, dialect, ERRORS, sink -> {
                AssistantAnswer answer = ask(exchange, body, event -> {
                    if (event instanceof AgentEvent.Token(String text)) {
                        sink.accept(new Chunk.Text(text));
                        sink.settle();
                    }
                });
                if (!answer.citations().isEmpty()) {
                    dialect.add("citations", citations(answer));
                }
                return completion(body, answer);
            });
        }
    }

    private static List<CollectionJson.CitationJson> citations(AssistantAnswer answer) {
        return answer.citations().stream().map(CollectionJson.CitationJson::of).toList();
    }

    /** What changes the answer, and an assistant does not do. */
    private static void requireWords(CompletionRequest request) {
        if (!(request.format() instanceof ResponseFormat.Words)) {
            throw Refusal.invalid("response_format", "must be text: an assistant answers in words");
        }
        request.original()
                .map(OriginalRequest::untranslated)
                .filter(fields -> !fields.isEmpty())
                .ifPresent(fields -> {
                    throw Refusal.invalid(fields.getFirst(), "is not supported by assistants");
                });
    }

    private AssistantAnswer ask(Exchange exchange, ChatBody body, Consumer<AgentEvent> listener) {
        CompletionRequest request = body.request();
        Sampling asked = request.sampling();
        Sampling sampling = new Sampling(Optional.empty(), asked.temperature(), asked.maxTokens(), asked.decoding());
        AssistantQuestion question =
                new AssistantQuestion(body.model(), request.messages(), sampling, exchange.origin());
        try {
            return agents.ask(exchange.caller(), question, listener);
        } catch (Refusal refusal) {
            throw refusal.problem() instanceof CommonProblem.NotFound ? unknown(body.model()) : refusal;
        }
    }

    /** Its model is what the client has asked, in each chunk of a stream. */
    private static Completion completion(ChatBody body, AssistantAnswer answer) {
        return new Completion(answer.text(), List.of(), body.model(), answer.usage(), FinishReason.STOP)
                .withWarnings(warnings(body.request(), answer));
    }

    private static Refusal unknown(String model) {
        return new Refusal(new CompletionProblem.UnknownModel(
                "model: \"" + model + "\" is neither the identifier nor the name of an assistant"));
    }

    private static List<String> warnings(CompletionRequest request, AssistantAnswer answer) {
        List<String> warnings = new ArrayList<>(
                request.original().map(OriginalRequest::warnings).orElse(List.of()));
        if (!request.offer().functions().isEmpty()) {
            warnings.add("tools were left out: an assistant uses its own, which the server runs");
        }
        warnings.addAll(answer.notices());
        return warnings;
    }
}
