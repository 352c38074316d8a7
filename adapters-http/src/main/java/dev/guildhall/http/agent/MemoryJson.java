package dev.guildhall.http.agent;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.guildhall.http.json.Json;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryPage;
import dev.guildhall.ports.memory.MemorySummary;
import dev.guildhall.ports.memory.MemoryType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of a memory (contract 4); absent {@code source} and {@code supersededBy} are omitted. */
record MemoryJson(
        String id,
        String userId,
        String type,
        String content,
        double importance,
        List<String> tags,
        @Nullable String chatId,
        String createdAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String source,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String supersededBy) {
    static MemoryJson of(Memory memory) {
        return new MemoryJson(
                memory.id().value(),
                memory.userId().value(),
                memory.type().wireName(),
                memory.content(),
                memory.importance(),
                memory.tags(),
                memory.chatId().map(ChatId::value).orElse(null),
                Json.timestamp(memory.createdAt()),
                memory.source().orElse(null),
                memory.supersededBy().map(MemoryId::value).orElse(null));
    }

    /** A page of memories; {@code nextCursor} is null on the last page. */
    record PageJson(
            List<MemoryJson> memories, long total, @Nullable String nextCursor) {
        static PageJson of(MemoryPage page) {
            return new PageJson(
                    page.page().items().stream().map(MemoryJson::of).toList(),
                    page.total(),
                    page.page().next().map(Cursor::encode).orElse(null));
        }
    }

    /** A memory that matches a query, and the parts of its score. */
    record HitJson(@JsonUnwrapped MemoryJson memory, double score, PartsJson parts) {
        static HitJson of(MemoryHit hit) {
            return new HitJson(MemoryJson.of(hit.memory()), hit.score(), PartsJson.of(hit.parts()));
        }
    }

    record PartsJson(double words, double meaning, double neighbours, double conversation) {
        static PartsJson of(MemoryHit.Parts parts) {
            return new PartsJson(parts.words(), parts.meaning(), parts.neighbours(), parts.conversation());
        }
    }

    record HitsJson(List<HitJson> memories) {
        static HitsJson of(List<MemoryHit> hits) {
            return new HitsJson(hits.stream().map(HitJson::of).toList());
        }
    }

    record SummaryJson(
            String summary, int memoryCount, @Nullable String type) {
        static SummaryJson of(MemorySummary summary) {
            return new SummaryJson(
                    summary.summary(),
                    summary.memoryCount(),
                    summary.type().map(MemoryType::wireName).orElse(null));
        }
    }

    record DeletedJson(int deleted) {}
}
