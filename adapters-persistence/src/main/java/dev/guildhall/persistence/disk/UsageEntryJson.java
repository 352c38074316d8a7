package dev.guildhall.persistence.disk;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageEntryId;
import dev.guildhall.ports.usage.UsageOutcome;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/** A usage entry as JSON in one line of ASCII. */
final class UsageEntryJson {
    private UsageEntryJson() {}

    static String write(UsageEntry entry) {
        Usage usage = entry.usage();
        return StoredJson.write(StoredObject.of(
                "id", entry.id().value(),
                "at", entry.at().toString(),
                "user", entry.userId().value(),
                "countsFor", entry.countsFor().value(),
                "key", entry.keyId().map(ApiKeyId::value),
                "assistant", entry.assistant().map(one -> one.id().value()),
                "assistantVersion", entry.assistant().map(AssistantVersion::version),
                "provider", entry.asked().provider(),
                "model", entry.asked().model(),
                "attempts", entry.asked().attempts(),
                "prompt", usage.promptTokens(),
                "completion", usage.completionTokens(),
                "cached", usage.cachedTokens(),
                "cacheWrite", usage.cacheWriteTokens(),
                "reasoning", usage.reasoningTokens(),
                "estimated", usage.estimated(),
                "cost", entry.cost().map(BigDecimal::toString),
                "outcome", entry.outcome().wireName(),
                "firstToken", entry.firstToken().map(Duration::toString),
                "duration", entry.duration().toString()));
    }

    /** @throws RuntimeException when the line is no entry, for example because it is cut */
    static UsageEntry read(String line) {
        StoredObject entry = StoredObject.read(line);
        return new UsageEntry(
                new UsageEntryId(entry.text("id")),
                Instant.parse(entry.text("at")),
                new UserId(entry.text("user")),
                new UserId(entry.text("countsFor")),
                entry.optionalText("key").map(ApiKeyId::new),
                entry.optionalText("assistant")
                        .map(id -> new AssistantVersion(new AssistantId(id), entry.integer("assistantVersion"))),
                new UsageEntry.Asked(entry.text("provider"), entry.text("model"), entry.integer("attempts")),
                new Usage(
                        entry.number("prompt"),
                        entry.number("completion"),
                        entry.number("cached"),
                        entry.optional("cacheWrite")
                                .map(Number.class::cast)
                                .map(Number::longValue)
                                .orElse(0L),
                        entry.number("reasoning"),
                        entry.flag("estimated")),
                entry.optionalText("cost").map(BigDecimal::new),
                UsageOutcome.fromWire(entry.text("outcome")),
                entry.optionalText("firstToken").map(Duration::parse),
                Duration.parse(entry.text("duration")));
    }
}
