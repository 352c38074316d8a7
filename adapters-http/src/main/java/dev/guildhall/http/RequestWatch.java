package dev.guildhall.http;

import dev.guildhall.http.error.CommonErrors;
import dev.guildhall.http.limit.ConcurrencyLimiter;
import dev.guildhall.http.limit.LoadShedder;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CommonProblem.RateLimited.Counted;
import dev.guildhall.ports.problem.Refusal;
import io.javalin.http.Context;
import java.util.Optional;

/**
 * What a request waits for and what ends it early: it counts as a stream, and it ends when its client disconnects or its
 * caller's rights end. Confined to its request.
 */
public final class RequestWatch {
    private final Context ctx;
    private final Caller caller;
    private final LoadShedder.Permit permit;
    private final ClientWatch clients;
    private final ConcurrencyLimiter<UserId> streams;
    private Optional<UserId> streaming = Optional.empty();
    private Optional<ClientWatch.Watched> watched = Optional.empty();

    RequestWatch(
            Context ctx,
            Caller caller,
            LoadShedder.Permit permit,
            ClientWatch clients,
            ConcurrencyLimiter<UserId> streams) {
        this.ctx = ctx;
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
        if (watched.isEmpty()) {
            watched = Optional.of(clients.begin(ctx, caller));
        }
    }

    /**
     * From now on only an error is sent once the caller's session has ended. The request's work is not interrupted: for
     * requests that must be carried out to their end.
     */
    void requireRightsUntilAnswered() {
        if (watched.isEmpty()) {
            watched = Optional.of(clients.beginRights(ctx, caller));
        }
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
     * The same for a request that waits for others: the server's stop interrupts it too, at once.
     */
    public void beginWait() {
        countAsStream();
        permit.beginWait();
        if (watched.isEmpty()) {
            watched = Optional.of(clients.beginWait(ctx, caller));
        }
    }

    /**
     * Ends either, on the request's thread, and clears an interrupt that came. Returns whether the client has
     * disconnected.
     */
    public boolean end() {
        return watched.map(ClientWatch.Watched::end).orElse(false);
    }

    void close() {
        end();
        streaming.ifPresent(streams::release);
        streaming = Optional.empty();
    }

    public boolean hasClientLeft() {
        return watched.map(ClientWatch.Watched::hasLeft).orElse(false);
    }

    /**
     * Why a request was refused: the end of the caller's rights, if that interrupted the request, whatever refusal the
     * interrupt caused. Ends the watch, so that the error can be sent.
     */
    public Refusal causeOf(Refusal refusal) {
        end();
        return watched.flatMap(ClientWatch.Watched::revoked).map(Refusal::new).orElse(refusal);
    }

    void requireRights() {
        watched.ifPresent(ClientWatch.Watched::requireRights);
    }
}
