package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.knowledge.Citation;
import dev.guildhall.ports.knowledge.DocumentId;
import dev.guildhall.ports.usage.Cost;
import dev.guildhall.ports.usage.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Currency;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How an answer came about, as JSON. */
public final class ReplyDetailsJson {
    private ReplyDetailsJson() {}

    static Optional<String> write(ReplyDetails details) {
        return Optional.of(details)
                .filter(some -> !some.equals(ReplyDetails.NONE))
                .map(some -> StoredJson.write(fields(some)));
    }

    static ReplyDetails read(@Nullable String json) {
        return json == null ? ReplyDetails.NONE : details(StoredObject.read(json));
    }

    public static Map<String, Object> fields(ReplyDetails details) {
        return StoredObject.of(
                "assistant",
                details.assistant().map(one -> one.id().value()),
                "assistantVersion",
                details.assistant().map(AssistantVersion::version),
                "model",
                details.model(),
                "promptTokens",
                details.usage().promptTokens(),
                "completionTokens",
                details.usage().completionTokens(),
                "estimated",
                details.usage().estimated(),
                "cost",
                details.cost().map(cost -> cost.amount().toPlainString()),
                "currency",
                details.cost().map(cost -> cost.currency().getCurrencyCode()),
                "reasoning",
                details.reasoning(),
                "reasoningTime",
                details.reasoningTime().toString(),
                "citations",
                details.citations().stream().map(ReplyDetailsJson::fields).toList());
    }

    public static ReplyDetails details(StoredObject fields) {
        return new ReplyDetails(
                fields.optionalText("assistant")
                        .map(id -> new AssistantVersion(new AssistantId(id), fields.integer("assistantVersion"))),
                fields.optionalText("model"),
                new Usage(fields.number("promptTokens"), fields.number("completionTokens"), fields.flag("estimated")),
                fields.optionalText("cost")
                        .map(amount -> new Cost(new BigDecimal(amount), Currency.getInstance(fields.text("currency")))),
                fields.text("reasoning"),
                Duration.parse(fields.text("reasoningTime")),
                fields.objects("citations").stream()
                        .map(ReplyDetailsJson::citation)
                        .toList());
    }

    public static Map<String, Object> fields(Citation citation) {
        return StoredObject.of(
                "n", citation.number(),
                "document", citation.document().value(),
                "name", citation.name(),
                "page", citation.page(),
                "quote", citation.quote(),
                "passage", citation.passage());
    }

    public static Citation citation(StoredObject fields) {
        return new Citation(
                fields.integer("n"),
                new DocumentId(fields.text("document")),
                fields.text("name"),
                number(fields, "page"),
                fields.text("quote"),
                number(fields, "passage"));
    }

    private static Optional<Integer> number(StoredObject fields, String name) {
        return fields.optional(name).map(value -> ((Number) value).intValue());
    }
}
