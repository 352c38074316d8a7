package dev.guildhall.http.completion.openai;

import dev.guildhall.http.Exchange;
import dev.guildhall.http.error.ClientDisconnected;
import dev.guildhall.ports.completion.PassedSink;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.regex.Pattern;

/** Sends the bytes of a provider's answer as they come. Confined to one request. */
final class PassedResponse implements PassedSink {
    /** Others could be a page of this server's origin. */
    private static final Pattern HARMLESS = Pattern.compile(
            "(?i)(application/(json|x-ndjson|octet-stream|x-subrip)|text/(event-stream|plain|vtt)|audio/[\\w.+-]+"
                    + "|image/(png|jpeg|webp))(\\s*;[\\x20-\\x7e]*)?");

    private static final String UNKNOWN = "application/octet-stream";

    private final Exchange exchange;
    private Optional<OutputStream> out = Optional.empty();

    PassedResponse(Exchange exchange) {
        this.exchange = exchange;
    }

    /** Does the work; when it fails after the response has begun, the connection ends. */
    void complete(Runnable work) {
        boolean complete = false;
        try {
            work.run();
            complete = true;
        } finally {
            if (!complete && out.isPresent()) {
                exchange.abort();
            }
        }
    }

    @Override
    public void begin(String contentType) {
        String type = contentType.strip();
        out = Optional.of(exchange.beginBytes(HARMLESS.matcher(type).matches() ? type : UNKNOWN));
    }

    @Override
    public void bytes(ByteBuffer bytes) {
        exchange.watch().requireRights();
        OutputStream to = out.orElseThrow();
        try {
            to.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            to.flush();
        } catch (IOException gone) {
            throw new ClientDisconnected(gone);
        }
    }
}
