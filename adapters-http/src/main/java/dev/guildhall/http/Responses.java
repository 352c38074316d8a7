package dev.guildhall.http;

import dev.guildhall.http.error.ClientDisconnected;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.wire.json.Json;
import io.javalin.http.Context;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

final class Responses {
    private static final Logger LOG = System.getLogger(Responses.class.getName());

    private Responses() {}

    /** Writes straight to the connection: Javalin would first copy a result through a buffer of its own. */
    static void send(Context ctx, int status, String contentType, byte[] bytes) {
        ctx.status(status).contentType(contentType);
        ctx.res().setContentLength(bytes.length);
        try {
            ctx.res().getOutputStream().write(bytes);
        } catch (IOException gone) {
            throw new ClientDisconnected(gone);
        }
    }

    /** Responds with an error in the form of a mount, unless a response has begun. */
    static void error(Context ctx, Mount mount, ErrorResponse answer) {
        if (ctx.res().isCommitted()) {
            return;
        }
        if (answer.status() == 401) {
            ctx.header("WWW-Authenticate", mount.errors().challenge(answer, Exchange.addressOf(ctx)));
        }
        answer.retryAfter().ifPresent(wait -> ctx.header("Retry-After", seconds(wait)));
        // The route may have set another value for its successful response.
        ctx.header("Cache-Control", "no-store");
        announceEnd(ctx);
        byte[] body = Json.bytes(mount.errors().body(answer, RequestIds.of(ctx)));
        try {
            send(ctx, answer.status(), "application/json", body);
        } catch (ClientDisconnected gone) {
            LOG.log(Level.DEBUG, "request {0}: the client has disconnected", RequestIds.of(ctx));
        }
    }

    /** When the server will not read the whole body, the connection must close, and the response says so. */
    private static void announceEnd(Context ctx) {
        if (ctx.req().getContentLengthLong() > Route.MAX_BODY) {
            ctx.header("Connection", "close");
        }
    }

    private static String seconds(Duration wait) {
        return Long.toString(Math.max(1, wait.plusMillis(999).toSeconds()));
    }
}
