package dev.guildhall.http.agent;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memories;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryQuery;
import java.util.List;
import java.util.function.Supplier;

/** The memories about users over HTTP (spec/2, agent service). Thread-safe. */
public final class MemoryRoutes {
    private final Memories memories;

    public MemoryRoutes(Memories memories) {
        this.memories = memories;
    }

    /** All routes of memories, below the service's base. */
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
        exchange.json(
                200, MemoryJson.PageJson.of(memories.list(exchange.caller(), userId, filter, exchange.page("mem"))));
    }

    private void search(Exchange exchange) {
        UserId userId = userId(exchange);
        MemoryQuery query = MemoryReaders.query(exchange.body());
        exchange.json(200, MemoryJson.HitsJson.of(memories.search(exchange.caller(), userId, query)));
    }

    private void summary(Exchange exchange) {
        UserId userId = userId(exchange);
        MemoryFilter filter = MemoryReaders.summedUp(exchange);
        exchange.watch().cancelWhenClientLeaves();
        exchange.json(200, MemoryJson.SummaryJson.of(memories.summary(exchange.caller(), userId, filter)));
    }

    private void forgetConversation(Exchange exchange) {
        UserId userId = userId(exchange);
        ChatId chatId = exchange.pathId("chatId", "chat", ChatId::new);
        int deleted = memories.forgetConversation(exchange.caller(), userId, chatId);
        exchange.json(200, new MemoryJson.DeletedJson(deleted));
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
