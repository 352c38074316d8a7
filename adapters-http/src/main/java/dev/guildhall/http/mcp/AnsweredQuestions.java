package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolExchange;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Questions to clients of the older era, which answer them with requests of their own, on this node. Each waits no longer
 * than {@link #PATIENCE}, and no longer than the call during which it was asked.
 */
final class AnsweredQuestions {
    static final Duration PATIENCE = Duration.ofMinutes(10);

    private record Key(UserId user, Optional<String> session, String id) {
        static Key of(Peer peer, String id) {
            return new Key(peer.user().userId(), peer.session(), id);
        }
    }

    private final Map<Key, CompletableFuture<ServerReply>> waiting = new ConcurrentHashMap<>();

    /** Asks a question, and waits for its answer; one that is not answered counts as cancelled. */
    ServerReply ask(Peer peer, String method, Map<String, Object> params, Consumer<String> sending) {
        String id = "ask-" + UUID.randomUUID();
        CompletableFuture<ServerReply> answer = new CompletableFuture<>();
        Key key = Key.of(peer, id);
        waiting.put(key, answer);
        try {
            sending.accept(RpcJson.question(id, method, params));
            return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            return ToolExchange.unanswered(method);
        } catch (TimeoutException late) {
            return ToolExchange.unanswered(method);
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            waiting.remove(key);
        }
    }

    /** Takes an answer; one to an unknown question is ignored. */
    void answered(Peer peer, JsonNode id, ServerReply reply) {
        Optional.ofNullable(waiting.get(Key.of(peer, id.asText()))).ifPresent(answer -> answer.complete(reply));
    }
}
