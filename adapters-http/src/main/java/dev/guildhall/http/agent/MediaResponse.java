package dev.guildhall.http.agent;

import dev.guildhall.http.Exchange;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.run.Sha256;
import java.util.Base64;

/** Sends a picture, a sound or a file of a chat, which no browser displays as a page with the origin of this server. */
public final class MediaResponse {
    private MediaResponse() {}

    public static void send(Exchange exchange, MediaSource.Inline media) {
        exchange.header("Content-Security-Policy", "sandbox; default-src 'none'");
        exchange.header("Content-Disposition", "attachment");
        exchange.header("X-Content-Type-Options", "nosniff");
        exchange.storeInBrowser();
        byte[] content = Base64.getMimeDecoder().decode(media.base64().toString());
        if (exchange.isKnown("\"" + Sha256.of(content).value() + "\"")) {
            exchange.notModified();
        } else {
            exchange.bytes(200, media.type(), content);
        }
    }
}
