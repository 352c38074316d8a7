package dev.guildhall.http;

import dev.guildhall.http.error.CommonErrors;
import dev.guildhall.http.limit.ConcurrencyLimiter;
import dev.guildhall.http.limit.LoadShedder;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CommonProblem.RateLimited.Counted;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.OpenCall;
import io.javalin.http.Context;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;

/**
 * What a request waits for and what ends it early: it counts as a stream, and its thread is interrupted when its client
 * disconnects or its caller's rights end. Confined to its request, but for what {@link ClientWatch} calls.
 */
public final class RequestWatch {
    private final Caller caller;
    private final LoadShedder.Permit permit;
    private final ClientWatch clients;
    private final ConcurrencyLimiter<UserId> streams;
    private final WatchedEndPoint connection;
    private final Interruptible work = new Interruptible();
    private Optional<UserId> streaming = Optional.empty();
    private Optional<OpenCall> call = Optional.empty();
    private boolean ended;
    private volatile boolean onlyWaits;
    private volatile boolean left;
    private volatile Optional<Problem> revoked = Optional.empty();

    RequestWatch(
            Context ctx,
            Caller caller,
            LoadShedder.Permit permit,
            ClientWatch clients,
            ConcurrencyLimiter<UserId> streams) {
        this.connection = WatchedEndPoint.of(ServletContextRequest.getServletContextRequest(ctx.req()));
        this.caller = caller;
        this.permit = permit;
        this.clients = clients;
        this.streams = streams;
    }

    /**
     * From now on the request's thread is interrupted, which ends whatever it waits for, when the client disconnects or
     * the caller's session ends; after the end of the session only an error is sent. For requests that only wait for
     * others, or that can be cancelled at any point. Call it after the body was read.
     */
    public void cancelWhenClientLeaves() {
        permit.beginWait();
        if (call.isEmpty()) {
            begin();
            clients.add(this);
        }
    }

    /**
     * From now on only an error is sent once the caller's session has ended. The request's work is not interrupted: for
     * requests that must be carried out to their end.
     */
    void requireRightsUntilAnswered() {
        if (call.isEmpty()) {
            work.end();
            begin();
        }
    }

    private void begin() {
        call = Optional.of(clients.open(caller, this::revoke));
    }

    /**
     * Counts the request as one of the caller's open streams, waits and polls until its response is complete. Streams
     * and waits are counted when they begin; call this earlier where a refusal would come too late.
     *
     * @throws Refusal with {@code CommonProblem.RateLimited} when the caller has too many of them
     */
    public void countAsStream() {
        if (streaming.isEmpty()) {
            UserId user = caller.requireUser().countsFor();
            if (!streams.tryAcquire(user)) {
                throw new Refusal(new CommonProblem.RateLimited(CommonErrors.SOON, Counted.STREAMS));
            }
            streaming = Optional.of(user);
        }
    }

    /** Counts as a stream, and ends when the client disconnects; the server's stop waits for the end of the answer. */
    public void beginAnswer() {
        countAsStream();
        cancelWhenClientLeaves();
    }

    /**
     * From now on, until it is called again, the answer waits for its user, or not: while it waits, the server's stop
     * interrupts it at once. Any thread may call it.
     */
    public void waits(boolean now) {
        if (onlyWaits != now) {
            onlyWaits = now;
            clients.changed(this);
        }
    }

    /** The same for a request that waits for others: the server's stop interrupts it too, at once. */
    public void beginWait() {
        countAsStream();
        onlyWaits = call.isEmpty();
        cancelWhenClientLeaves();
    }

    /**
     * Ends the watch, on the request's thread, and clears an interrupt that came. Returns whether the client has
     * disconnected.
     */
    public boolean end() {
        ended = true;
        clients.remove(this);
        call.ifPresent(OpenCall::close);
        work.end();
        return left;
    }

    void close() {
        end();
        streaming.ifPresent(streams::release);
        streaming = Optional.empty();
    }

    /** Checks at once, not with the next round, whether the client has disconnected. */
    public boolean hasClientLeft() {
        left = left || connection.isLeft(ByteBuffer.allocate(WatchedEndPoint.MOST_AHEAD));
        return left;
    }

    /**
     * Why a request was refused: the end of the caller's rights, if that interrupted the request, whatever refusal the
     * interrupt caused. Ends the watch, so that the error can be sent.
     */
    public Refusal causeOf(Refusal refusal) {
        end();
        return revoked.map(Refusal::new).orElse(refusal);
    }

    /** Throws when the caller's rights have ended, unless the watch has ended; called on the request's thread. */
    public void requireRights() {
        if (revoked.isPresent() && !ended) {
            throw new Refusal(revoked.get());
        }
    }

    WatchedEndPoint connection() {
        return connection;
    }

    boolean onlyWaits() {
        return onlyWaits;
    }

    void leave() {
        left = true;
        work.interrupt();
    }

    void interrupt() {
        work.interrupt();
    }

    private void revoke(Problem problem) {
        revoked = Optional.of(problem);
        work.interrupt();
    }
}
