package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.FailureKind;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/** Requests that wait for their responses, by id, at most {@link McpLimits#PENDING}. */
public final class Pending {
    public record Question(long id, CompletableFuture<Reply> reply, Outgoing outgoing) {}

    private final Map<Long, Question> waiting = new ConcurrentHashMap<>();
    private final CallsInFlight<Question> inFlight = new CallsInFlight<>();
    private final Semaphore places = new Semaphore(McpLimits.PENDING);
    private final AtomicLong ids = new AtomicLong();
    private volatile Optional<McpFault> end = Optional.empty();

    /** A new request, with a unique id; refused when too many requests wait already, or the conversation has ended. */
    public Question open(Outgoing outgoing) throws McpFault {
        if (!places.tryAcquire()) {
            throw new McpFault(
                    FailureKind.RATE_LIMITED, McpLimits.PENDING + " calls wait for this MCP server already; try again");
        }
        Question question = new Question(ids.incrementAndGet(), new CompletableFuture<>(), outgoing);
        waiting.put(question.id(), question);
        inFlight.begin(question.id(), outgoing.method(), question);
        if (end.isPresent()) {
            // If the conversation ended before or after the insertion, the request must not wait forever.
            forget(question);
            throw new McpFault.SessionGone();
        }
        return question;
    }

    /** Completes a request with the server's response; one to an unknown request, or to one that has ended, is ignored. */
    public void answer(long id, Reply reply) {
        inFlight.answered(id);
        remove(id).ifPresent(question -> question.reply().complete(reply));
    }

    /** The requests of which the server can mean one when it asks. */
    public CallsInFlight<Question> inFlight() {
        return inFlight;
    }

    /** Ends the wait for the server's response with another one. */
    public void endEarly(Question question, Reply reply) {
        forget(question);
        question.reply().complete(reply);
    }

    /** The request was not sent. */
    public void withdraw(Question question) {
        inFlight.answered(question.id());
        remove(question.id());
    }

    /** Nothing waits for the request any more. */
    public void forget(Question question) {
        inFlight.giveUp(question.id());
        remove(question.id());
    }

    private Optional<Question> remove(long id) {
        Optional<Question> removed = Optional.ofNullable(waiting.remove(id));
        if (removed.isPresent()) {
            places.release();
        }
        return removed;
    }

    /** Fails every waiting request, and refuses new ones. */
    public void end(McpFault why) {
        end = Optional.of(end.orElse(why));
        waiting.keySet().forEach(id -> answer(id, new Reply.None(why)));
    }

    public boolean isOver() {
        return end.isPresent();
    }
}
