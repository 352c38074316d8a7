package dev.guildhall.http.mcp;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.session.OpenCall;
import dev.guildhall.wire.json.Json;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The calls of this node whose answers their clients can get over another connection, while they run and for
 * {@link #KEPT} afterwards. The end of the caller's session ends them.
 */
final class DetachedCalls {
    static final Duration KEPT = Duration.ofMinutes(1);

    /** The most calls that count for a user; others are answered without a stream. */
    static final int MAX_PER_USER = 32;

    /** The most calls of all users. */
    static final int MAX = 1_000;

    /** The most characters of kept answers; a larger one is sent only over the connection that is open. */
    static final long MAX_CHARACTERS = 32L * 1024 * 1024;

    private static final Logger LOG = System.getLogger(DetachedCalls.class.getName());

    private final Accounts accounts;
    private final Map<String, DetachedCall> calls = new ConcurrentHashMap<>();
    private final Map<UserId, Integer> perUser = new ConcurrentHashMap<>();
    private final AtomicLong characters = new AtomicLong();
    private final AnsweredQuestions questions = new AnsweredQuestions();

    DetachedCalls(Accounts accounts) {
        this.accounts = accounts;
    }

    /** Begins a call; empty when there are too many. */
    Optional<DetachedCall> begin(
            Peer peer, RpcMessage.Request request, boolean passedOn, Function<ClientChannel, Object> work) {
        UserId user = peer.user().countsFor();
        int running = perUser.merge(user, 1, Integer::sum);
        if (running > MAX_PER_USER || calls.size() >= MAX) {
            leave(user);
            return Optional.empty();
        }
        DetachedCall call = new DetachedCall(peer, request, passedOn, questions);
        calls.put(call.id(), call);
        call.begin(() -> run(call, () -> work.apply(call)));
        return Optional.of(call);
    }

    /** Takes a client's answer to a question of one of these calls. */
    void answered(Peer peer, RpcMessage.Response response) {
        questions.answered(peer, response.id(), response.reply());
    }

    /** A call of the same user and MCP session. */
    Optional<DetachedCall> find(Peer peer, String id) {
        return Optional.ofNullable(calls.get(id))
                .filter(call -> !call.isReleased())
                .filter(call -> call.peer().session().equals(peer.session()))
                .filter(call -> call.peer().user().userId().equals(peer.user().userId()));
    }

    private void run(DetachedCall call, Supplier<Object> work) {
        try (OpenCall _ = open(call)) {
            McpResponse answer = answer(call, work);
            call.answer(answer);
            keep(call, answer);
        } catch (RuntimeException failure) {
            call.answer(new McpResponse.Failed(failure));
        } finally {
            call.answer(new McpResponse.Failed(new IllegalStateException("the call has ended without an answer")));
            calls.remove(call.id());
            leave(call.peer().user().countsFor());
        }
    }

    private OpenCall open(DetachedCall call) {
        return accounts.open(call.peer().user(), ended -> call.cancel());
    }

    private static McpResponse answer(DetachedCall call, Supplier<Object> work) {
        try {
            return new McpResponse.Message(Json.text(RpcJson.result(call.requestId(), work.get())));
        } catch (RuntimeException failure) {
            return new McpResponse.Failed(failure);
        }
    }

    private void keep(DetachedCall call, McpResponse answer) {
        long size = answer instanceof McpResponse.Message(String message) ? message.length() : 0;
        try {
            if (characters.addAndGet(size) <= MAX_CHARACTERS) {
                call.keep(KEPT);
            }
        } catch (InterruptedException ended) {
            LOG.log(Level.DEBUG, "an answer is not kept: the session of its caller has ended");
        } finally {
            characters.addAndGet(-size);
            call.release();
        }
    }

    private void leave(UserId user) {
        perUser.computeIfPresent(user, (id, count) -> count == 1 ? null : count - 1);
    }
}
