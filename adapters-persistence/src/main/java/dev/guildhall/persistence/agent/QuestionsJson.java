package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.ToolQuestion;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What servers ask users during tool calls, and the answers, as JSON. */
public final class QuestionsJson {
    private QuestionsJson() {}

    public static Map<String, Object> fields(ToolQuestion question) {
        Map<String, Object> fields = StoredObject.of(
                "id", question.id().value(),
                "callId", question.callId(),
                "tool", question.tool(),
                "server", question.server(),
                "message", question.message(),
                "expiresAt", question.expiresAt().toString());
        fields.putAll(
                switch (question.subject()) {
                    case ToolQuestion.Form(Map<String, Object> schema) -> StoredObject.of("schema", schema);
                    case ToolQuestion.Address(String url) -> StoredObject.of("url", url);
                });
        return fields;
    }

    public static ToolQuestion question(StoredObject fields) {
        Optional<String> url = fields.optionalText("url");
        return new ToolQuestion(
                new QuestionId(fields.text("id")),
                fields.text("callId"),
                fields.text("tool"),
                fields.text("server"),
                fields.text("message"),
                url.isPresent() ? new ToolQuestion.Address(url.get()) : new ToolQuestion.Form(fields.plain("schema")),
                Instant.parse(fields.text("expiresAt")));
    }

    public static QuestionAnswer.Action action(StoredObject fields) {
        String name = fields.text("action");
        return QuestionAnswer.Action.fromWire(name)
                .orElseThrow(() -> new IllegalStateException("there is no action " + name));
    }

    static String write(QuestionAnswer answer) {
        return StoredJson.write(StoredObject.of("action", answer.action().wireName(), "content", answer.content()));
    }

    static QuestionAnswer answer(String json) {
        StoredObject fields = StoredObject.read(json);
        return new QuestionAnswer(action(fields), fields.plain("content"));
    }
}
