package dev.guildhall.http;

import dev.guildhall.http.error.ClientGone;
import io.javalin.http.Context;
import java.io.IOException;

/** Writes answers that are there as a whole. */
final class Answers {
    private Answers() {}

    /** Straight to the connection: what Javalin is given as a result it copies through a buffer of its own first. */
    static void send(Context ctx, int status, String contentType, byte[] bytes) {
        ctx.status(status).contentType(contentType);
        ctx.res().setContentLength(bytes.length);
        try {
            ctx.res().getOutputStream().write(bytes);
        } catch (IOException gone) {
            throw new ClientGone(gone);
        }
    }
}
