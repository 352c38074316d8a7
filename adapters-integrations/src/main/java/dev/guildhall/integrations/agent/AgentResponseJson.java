package dev.guildhall.integrations.agent;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Conversation;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.MediaId;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolMedia;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.agenttask.AgentTask;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.ContentPartData;
import dev.guildhall.ports.completion.ModelCapability;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.knowledge.Citation;
import dev.guildhall.ports.knowledge.DocumentId;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.task.TaskAgent;
import dev.guildhall.ports.task.TaskAgentId;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.usage.Cost;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the responses of the agent service. Each method throws {@link ResponseFields.Malformed}. */
final class AgentResponseJson {
    /** The service does not report the number of a call's round; every call counts as one of the first round. */
    private static final int ROUND = 1;

    private AgentResponseJson() {}

    static Conversation conversation(ResponseFields json) {
        Chat chat = new Chat(
                new ChatId(json.text("chatId")),
                new UserId(json.text("userId")),
                AgentMode.fromWire(json.text("agentMode")),
                json.time("createdAt"),
                json.time("lastActivity"),
                json.integer("messageCount"),
                json.optionalText("assistantId").map(AssistantId::new));
        return new Conversation(chat, json.list("messages", AgentResponseJson::message));
    }

    private static ChatEntry message(ResponseFields json) {
        List<ToolUse> uses = json.optional("toolCalls").isPresent()
                ? json.list("toolCalls", call -> toolUse(call, call.map("parameters")))
                : List.of();
        return new ChatEntry(
                        Speaker.fromWire(json.text("role")),
                        json.text("content"),
                        json.optional("parts").isPresent()
                                ? json.list("parts", part -> ContentPartData.part(part.map()))
                                : List.of(),
                        uses,
                        json.time("timestamp"),
                        json.optionalText("ended").map(IncompleteReason::fromWire),
                        notices(json))
                .withDetails(details(json));
    }

    /** Earlier versions of the service report none. */
    static ReplyDetails details(ResponseFields json) {
        return json.optional("usage")
                .map(usage -> new ReplyDetails(
                        json.optional("assistant")
                                .map(one ->
                                        new AssistantVersion(new AssistantId(one.text("id")), one.integer("version"))),
                        json.optionalText("model"),
                        usage(usage),
                        json.optionalText("currency")
                                .map(currency -> new Cost(json.amount("cost"), Currency.getInstance(currency))),
                        json.optionalText("reasoning").orElse(""),
                        json.optional("reasoningMs").isPresent() ? json.millis("reasoningMs") : Duration.ZERO,
                        json.optional("citations").isPresent()
                                ? json.list("citations", AgentResponseJson::citation)
                                : List.of()))
                .orElse(ReplyDetails.NONE);
    }

    private static Citation citation(ResponseFields json) {
        return new Citation(
                json.integer("n"),
                new DocumentId(json.text("documentId")),
                json.text("name"),
                number(json, "page"),
                json.text("quote"),
                number(json, "passage"));
    }

    private static Optional<Integer> number(ResponseFields json, String name) {
        return json.optional(name).isPresent() ? Optional.of(json.integer(name)) : Optional.empty();
    }

    /** Earlier versions of the service report none. */
    static List<String> notices(ResponseFields json) {
        return json.optional("notices").isPresent() ? json.list("notices", ResponseFields::text) : List.of();
    }

    static ToolQuestion question(ResponseFields json) {
        Optional<String> url = json.optionalText("url");
        return new ToolQuestion(
                new QuestionId(json.text("questionId")),
                json.text("callId"),
                json.text("tool"),
                json.text("server"),
                json.text("message"),
                url.isPresent() ? new ToolQuestion.Address(url.get()) : new ToolQuestion.Form(json.map("schema")),
                json.time("expiresAt"));
    }

    static Approval approval(ResponseFields json) {
        return new Approval(
                json.optionalText("chatId").map(ChatId::new),
                json.optionalText("taskId").map(TaskId::new),
                json.text("callId"),
                json.text("tool"),
                json.map("parameters"),
                json.state("effect", ToolEffect.values()),
                json.optionalText("expiresAt").isPresent() ? json.time("expiresAt") : Instant.EPOCH);
    }

    /** A call with its result; earlier versions of the service do not tell the kind of a failure. */
    static ToolUse toolUse(ResponseFields json, Map<String, Object> parameters) {
        ToolOutcome outcome = json.flag("success")
                ? new ToolOutcome.Success(json.value("data"))
                : new ToolOutcome.Failure(
                        json.optionalText("errorKind")
                                .flatMap(FailureKind::fromWire)
                                .orElse(FailureKind.FAILED),
                        json.text("error"));
        Optional<Map<String, Object>> requested =
                json.optional("requestedParameters").isPresent()
                        ? Optional.of(json.map("requestedParameters"))
                        : Optional.empty();
        return new ToolUse(json.text("callId"), ROUND, json.text("tool"), parameters, outcome, media(json), requested);
    }

    private static List<ToolMedia> media(ResponseFields json) {
        return json.optional("media").isEmpty()
                ? List.of()
                : json.list(
                        "media",
                        one -> new ToolMedia(
                                new MediaId(one.text("id")),
                                one.state("kind", ContentPart.Kind.values()),
                                one.text("type"),
                                one.number("bytes")));
    }

    static Usage usage(ResponseFields json) {
        return new Usage(json.number("promptTokens"), json.number("completionTokens"));
    }

    static List<AgentTrace> traces(ResponseFields json) {
        return json.list(
                "answers",
                answer -> new AgentTrace(
                        answer.time("startedAt"),
                        answer.millis("durationMs"),
                        answer.state("outcome", AgentTrace.Outcome.values()),
                        answer.list("steps", AgentResponseJson::step)));
    }

    private static AgentTrace.Step step(ResponseFields json) {
        Duration startedAfter = json.millis("startedAfterMs");
        Duration duration = json.millis("durationMs");
        return switch (json.text("kind")) {
            case "model" -> modelCall(json, startedAfter, duration);
            case "tool" ->
                new AgentTrace.ToolCall(
                        startedAfter,
                        duration,
                        json.integer("round"),
                        json.text("callId"),
                        json.text("tool"),
                        json.optionalText("error"),
                        Optional.empty(),
                        json.optional("arguments").isPresent() ? json.map("arguments") : Map.of(),
                        json.optionalText("result").orElse(""));
            case "memory" ->
                new AgentTrace.Recall(
                        startedAfter,
                        duration,
                        json.list(
                                "memories",
                                hit -> new AgentTrace.Remembered(new MemoryId(hit.text("id")), hit.fraction("score"))));
            default -> throw new ResponseFields.Malformed("unknown kind");
        };
    }

    private static AgentTrace.ModelCall modelCall(ResponseFields json, Duration startedAfter, Duration duration) {
        ResponseFields usage = json.optional("usage").orElseThrow(() -> new ResponseFields.Malformed("no usage"));
        return new AgentTrace.ModelCall(
                startedAfter,
                duration,
                json.integer("round"),
                json.optionalText("model"),
                json.optional("firstTokenMs").map(told -> json.millis("firstTokenMs")),
                new Usage(usage.number("promptTokens"), usage.number("completionTokens"), usage.flag("estimated")),
                json.integer("toolCalls"),
                json.optionalText("error"),
                json.optional("prompt").isPresent()
                        ? json.list("prompt", one -> new AgentTrace.Message(one.text("role"), one.text("content")))
                        : List.of(),
                json.optionalText("answer").orElse(""));
    }

    /** A service of an earlier version does not report the providers of models. */
    static ModelCatalogue models(ResponseFields json) {
        String provider = json.text("provider");
        return new ModelCatalogue(
                provider,
                json.optionalText("defaultModel"),
                json.list(
                        "models",
                        model -> new ModelCatalogue.Model(
                                model.text("id"),
                                model.text("name"),
                                model.optionalText("provider").orElse(provider),
                                capabilities(model))));
    }

    /** A service of an earlier version does not report them, and one of a later version may know more. */
    private static Set<ModelCapability> capabilities(ResponseFields model) {
        return model.map().get("capabilities") instanceof List<?> names
                ? names.stream()
                        .flatMap(name -> ModelCapability.fromWire(String.valueOf(name)).stream())
                        .collect(Collectors.toSet())
                : Set.of();
    }

    static Page<AgentTask> tasks(ResponseFields json) {
        return new Page<>(
                json.list("tasks", AgentResponseJson::task),
                json.optionalText("nextCursor").map(Cursor::decode));
    }

    static AgentTask task(ResponseFields json) {
        return new AgentTask(
                new WorkflowId(json.text("id")),
                json.text("title"),
                json.text("description"),
                new UserId(json.text("userId")),
                json.optionalText("chatId").map(ChatId::new),
                json.state("status", WorkflowStatus.values()),
                json.list("steps", AgentResponseJson::taskStep),
                json.list(
                        "agents",
                        agent -> new AgentTask.Agent(
                                new TaskAgentId(agent.text("id")),
                                agent.text("stepId"),
                                agent.state("status", TaskAgent.Status.values()))),
                json.optionalText("result"),
                json.time("createdAt"),
                json.optionalTime("startedAt"),
                json.optionalTime("completedAt"));
    }

    private static AgentTask.Step taskStep(ResponseFields json) {
        return new AgentTask.Step(
                json.text("id"),
                json.text("title"),
                json.text("description"),
                json.list("dependencies", ResponseFields::text),
                json.state("status", StepStatus.values()),
                json.optionalText("agentId").map(TaskAgentId::new),
                json.optionalText("result"),
                json.optional("error").map(AgentResponseJson::error),
                json.optionalTime("startedAt"),
                json.optionalTime("completedAt"));
    }

    private static TaskError error(ResponseFields json) {
        return new TaskError(json.text("code"), json.text("message"), new ErrorKind(json.integer("status")));
    }

    /** The message of an error body; empty when the body is not the agent service's. */
    static Optional<String> message(byte[] body) {
        try {
            return ResponseFields.read(body, json -> json.optionalText("message"));
        } catch (ResponseFields.Malformed foreign) {
            return Optional.empty();
        }
    }
}
