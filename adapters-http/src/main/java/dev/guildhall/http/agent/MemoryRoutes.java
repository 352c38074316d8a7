package dev.guildhall.http.agent;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memories;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryPage;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemorySummary;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The memories about users over HTTP (agents-15 to agents-20). */
public final class MemoryRoutes {
    /** The JSON of a memory (agents-16); absent {@code source} and {@code supersededBy} are omitted. */
    private record MemoryJson(
            String id,
            String userId,
            String type,
            String content,
            double importance,
            List<String> tags,
            @Nullable String chatId,
            String createdAt,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String source,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String supersededBy) {
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
    }

    private record PageJson(
            List<MemoryJson> memories,
            int total,
            boolean totalIsExact,
            @Nullable String nextCursor) {
        static PageJson of(MemoryPage page) {
            return new PageJson(
                    page.page().items().stream().map(MemoryJson::of).toList(),
                    page.total().value(),
                    page.total().isExact(),
                    page.page().next().map(Cursor::encode).orElse(null));
        }
    }

    private record HitJson(@JsonUnwrapped MemoryJson memory, double score, PartsJson parts) {
        static HitJson of(MemoryHit hit) {
            return new HitJson(MemoryJson.of(hit.memory()), hit.score(), PartsJson.of(hit.parts()));
        }
    }

    private record PartsJson(double words, double meaning, double neighbours, double conversation) {
        static PartsJson of(MemoryHit.Parts parts) {
            return new PartsJson(parts.words(), parts.similarity(), parts.neighbours(), parts.conversation());
        }
    }

    private record SummaryJson(
            String summary, int memoryCount, @Nullable String type) {
        static SummaryJson of(MemorySummary summary) {
            return new SummaryJson(
                    summary.summary(),
                    summary.memoryCount(),
                    summary.type().map(MemoryType::wireName).orElse(null));
        }
    }

    private final Memories memories;

    public MemoryRoutes(Memories memories) {
        this.memories = memories;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/api/memory", Access.BEARER, this::remember),
                Route.get("/api/memory/{userId}", Access.BEARER, this::list),
                Route.post("/api/memory/{userId}/search", Access.BEARER, this::search),
                Route.get("/api/memory/{userId}/summary", Access.BEARER, this::summary),
                Route.delete("/api/memory/{userId}/conversation/{chatId}", Access.BEARER, this::forgetConversation),
                Route.patch("/api/memory/item/{memoryId}", Access.BEARER, this::correct),
                Route.delete("/api/memory/item/{memoryId}", Access.BEARER, this::forget));
    }

    private void remember(Exchange exchange) {
        exchange.json(
                201, MemoryJson.of(memories.remember(exchange.caller(), MemoryReaders.newMemory(exchange.body()))));
    }

    private void list(Exchange exchange) {
        UserId userId = userId(exchange);
        MemoryFilter filter = MemoryReaders.listed(exchange);
        exchange.json(200, PageJson.of(memories.list(exchange.caller(), userId, filter, exchange.page("mem"))));
    }

    private void search(Exchange exchange) {
        UserId userId = userId(exchange);
        MemoryQuery query = MemoryReaders.query(exchange.body());
        exchange.json(200, Json.list("memories", memories.search(exchange.caller(), userId, query), HitJson::of));
    }

    private void summary(Exchange exchange) {
        UserId userId = userId(exchange);
        MemoryFilter filter = MemoryReaders.summedUp(exchange);
        exchange.watch().cancelWhenClientLeaves();
        exchange.json(200, SummaryJson.of(memories.summary(exchange.caller(), userId, filter)));
    }

    private void forgetConversation(Exchange exchange) {
        UserId userId = userId(exchange);
        ChatId chatId = exchange.pathId("chatId", "chat", ChatId::new);
        int deleted = memories.forgetConversation(exchange.caller(), userId, chatId);
        exchange.json(200, Map.of("deleted", deleted));
    }

    private void correct(Exchange exchange) {
        MemoryId id = exchange.pathId("memoryId", "memory", MemoryId::new);
        JsonBody body = exchange.body();
        Supplier<String> content = body.required("content", RequestReader.text());
        body.check();
        exchange.json(200, MemoryJson.of(memories.correct(exchange.caller(), id, content.get())));
    }

    private void forget(Exchange exchange) {
        memories.forget(exchange.caller(), exchange.pathId("memoryId", "memory", MemoryId::new));
        exchange.noContent();
    }

    private static UserId userId(Exchange exchange) {
        return exchange.pathId("userId", "user", UserId::new);
    }
}
