package dev.guildhall.persistence.webchat;

import dev.guildhall.persistence.agent.ApprovalJson;
import dev.guildhall.persistence.agent.QuestionsJson;
import dev.guildhall.persistence.agent.ReplyDetailsJson;
import dev.guildhall.persistence.agent.ToolUsesJson;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.webchat.ReplyEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a batch of an answer's events as JSON text, and reads it. Consecutive tokens, and consecutive pieces of reasoning, are one
 * object with an array of texts.
 */
final class ReplyEventsJson {
    private static final String TOKENS = "tokens";
    private static final String REASONED = "reasoned";
    private static final String TOOL_STARTED = "toolStarted";
    private static final String TOOL_FINISHED = "toolFinished";
    private static final String QUESTION_ASKED = "questionAsked";
    private static final String QUESTION_ENDED = "questionEnded";
    private static final String APPROVAL_ASKED = "approvalAsked";
    private static final String USED = "used";
    private static final String DONE = "done";
    private static final String FAILED = "failed";

    private ReplyEventsJson() {}

    static String write(List<Numbered<ReplyEvent>> batch) {
        List<Map<String, Object>> objects = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        Optional<String> kind = Optional.empty();
        for (Numbered<ReplyEvent> numbered : batch) {
            Map<String, Object> fields = fields(numbered.event());
            if (fields.get("texts") instanceof List<?> text) {
                Optional<String> own = new StoredObject(fields).optionalText("event");
                if (!kind.equals(own)) {
                    kind = own;
                    texts = new ArrayList<>();
                    objects.add(StoredObject.of("event", kind, "texts", texts));
                }
                texts.add((String) text.getFirst());
            } else {
                objects.add(fields);
                kind = Optional.empty();
            }
        }
        return StoredJson.write(objects);
    }

    private static Map<String, Object> fields(ReplyEvent event) {
        return switch (event) {
            case ReplyEvent.Token(String text) -> StoredObject.of("event", TOKENS, "texts", List.of(text));
            case ReplyEvent.Reasoned(String text) -> StoredObject.of("event", REASONED, "texts", List.of(text));
            case ReplyEvent.ToolStarted(String callId, String tool, Map<String, Object> parameters) ->
                StoredObject.of("event", TOOL_STARTED, "callId", callId, "tool", tool, "parameters", parameters);
            case ReplyEvent.ToolFinished(ToolUse use) ->
                StoredObject.of("event", TOOL_FINISHED, "use", ToolUsesJson.fields(use));
            case ReplyEvent.QuestionAsked(ToolQuestion question) ->
                StoredObject.of("event", QUESTION_ASKED, "question", QuestionsJson.fields(question));
            case ReplyEvent.QuestionEnded(QuestionId id, QuestionAnswer.Action action) ->
                StoredObject.of("event", QUESTION_ENDED, "id", id.value(), "action", action.wireName());
            case ReplyEvent.ApprovalAsked(Approval approval) ->
                StoredObject.of("event", APPROVAL_ASKED, "approval", ApprovalJson.fields(approval));
            case ReplyEvent.Used(Usage usage) ->
                StoredObject.of(
                        "event", USED,
                        "promptTokens", usage.promptTokens(),
                        "completionTokens", usage.completionTokens(),
                        "estimated", usage.estimated());
            case ReplyEvent.Done done ->
                StoredObject.of(
                        "event", DONE,
                        "chatId", done.chatId().value(),
                        "content", done.content(),
                        "toolsUsed", done.toolsUsed(),
                        "stopped", done.stopped(),
                        "notices", done.notices(),
                        "details", ReplyDetailsJson.fields(done.details()));
            case ReplyEvent.Failed(String message) -> StoredObject.of("event", FAILED, "message", message);
        };
    }

    /**
     * Reads the events of a batch.
     *
     * @param first the number of the first event
     */
    static List<Numbered<ReplyEvent>> read(int first, String json) {
        List<Numbered<ReplyEvent>> events = new ArrayList<>();
        for (StoredObject object : StoredObject.readAll(json)) {
            for (ReplyEvent event : events(object)) {
                events.add(new Numbered<>(first + events.size(), event));
            }
        }
        return events;
    }

    private static List<ReplyEvent> events(StoredObject object) {
        String name = object.text("event");
        return switch (name) {
            case TOKENS ->
                object.texts("texts").stream()
                        .<ReplyEvent>map(ReplyEvent.Token::new)
                        .toList();
            case REASONED ->
                object.texts("texts").stream()
                        .<ReplyEvent>map(ReplyEvent.Reasoned::new)
                        .toList();
            case TOOL_STARTED ->
                List.of(new ReplyEvent.ToolStarted(
                        object.text("callId"), object.text("tool"), object.plain("parameters")));
            case TOOL_FINISHED -> List.of(new ReplyEvent.ToolFinished(ToolUsesJson.use(object.object("use"))));
            case QUESTION_ASKED ->
                List.of(new ReplyEvent.QuestionAsked(QuestionsJson.question(object.object("question"))));
            case QUESTION_ENDED ->
                List.of(new ReplyEvent.QuestionEnded(new QuestionId(object.text("id")), QuestionsJson.action(object)));
            case APPROVAL_ASKED ->
                List.of(new ReplyEvent.ApprovalAsked(ApprovalJson.approval(object.object("approval"))));
            case USED ->
                List.of(new ReplyEvent.Used(new Usage(
                        object.number("promptTokens"), object.number("completionTokens"), object.flag("estimated"))));
            case DONE ->
                List.of(new ReplyEvent.Done(
                        new ChatId(object.text("chatId")),
                        object.text("content"),
                        object.texts("toolsUsed"),
                        object.flag("stopped"),
                        object.optional("notices").isPresent() ? object.texts("notices") : List.of(),
                        object.optional("details").isPresent()
                                ? ReplyDetailsJson.details(object.object("details"))
                                : ReplyDetails.NONE));
            case FAILED -> List.of(new ReplyEvent.Failed(object.text("message")));
            default -> throw new IllegalStateException("there is no event " + name);
        };
    }
}
