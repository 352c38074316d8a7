package dev.guildhall.persistence.approval;

import dev.guildhall.persistence.agent.ToolUsesJson;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.persistence.webchat.HandoverJson;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.webchat.Handover;
import java.time.Instant;

/** Writes answers that wait as JSON text, without what has columns of its own. */
final class SuspendedAnswerJson {
    private SuspendedAnswerJson() {}

    static String write(SuspendedAnswer answer) {
        return StoredJson.write(
                switch (answer) {
                    case SuspendedAnswer.InChat chat ->
                        StoredObject.of(
                                "handover", HandoverJson.write(chat.handover()),
                                "keyId", chat.keyId().map(ApiKeyId::value));
                    case SuspendedAnswer.InTask task ->
                        StoredObject.of(
                                "content", task.said().content(),
                                "saidAt", task.said().timestamp().toString(),
                                "notices", task.said().notices(),
                                "uses",
                                        task.said().toolUses().stream()
                                                .map(ToolUsesJson::fields)
                                                .toList(),
                                "promptTokens", task.usage().promptTokens(),
                                "completionTokens", task.usage().completionTokens(),
                                "estimated", task.usage().estimated());
                });
    }

    static Handover handover(StoredObject state) {
        return HandoverJson.read(state.text("handover"));
    }

    static ChatEntry said(StoredObject state) {
        return new ChatEntry(
                        Speaker.ASSISTANT,
                        state.text("content"),
                        state.objects("uses").stream().map(ToolUsesJson::use).toList(),
                        Instant.parse(state.text("saidAt")))
                .withNotices(state.texts("notices"));
    }

    static Usage usage(StoredObject state) {
        return new Usage(state.number("promptTokens"), state.number("completionTokens"), state.flag("estimated"));
    }
}
