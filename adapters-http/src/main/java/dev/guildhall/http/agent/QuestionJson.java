package dev.guildhall.http.agent;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionAnswer.Action;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A question of a server during a tool call; {@code schema} is that of a form, {@code url} an address to open. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record QuestionJson(
        String questionId,
        String callId,
        String tool,
        String server,
        String message,
        @Nullable Map<String, Object> schema,
        @Nullable String url,
        String expiresAt) {
    public static QuestionJson of(ToolQuestion question) {
        return new QuestionJson(
                question.id().value(),
                question.callId(),
                question.tool(),
                question.server(),
                question.message(),
                question.subject() instanceof ToolQuestion.Form(Map<String, Object> schema) ? schema : null,
                question.subject() instanceof ToolQuestion.Address(String url) ? url : null,
                Json.timestamp(question.expiresAt()));
    }

    /** The end of a question. */
    public record EndJson(String questionId, String action) {}

    /** Reads an answer from the members of a request's body. */
    public static Supplier<QuestionAnswer> answer(JsonBody body) {
        Supplier<Action> action = body.required("action", RequestReader.text(QuestionJson::action));
        Supplier<Map<String, Object>> content = body.optional("content", RequestReader.dataObject(), Map.of());
        return () -> new QuestionAnswer(action.get(), content.get());
    }

    private static Action action(String name) {
        return Action.fromWire(name)
                .orElseThrow(() -> Refusal.invalid("action", "must be one of accept, decline, cancel"));
    }
}
