package dev.guildhall.http;

import dev.guildhall.http.error.ClientDisconnected;
import io.javalin.http.Context;
import java.io.IOException;

/** Writes complete response bodies. */
final class Answers {
    private Answers() {}

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
}
