package dev.guildhall.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Flow;

/** Reads the body of a request whose content is in memory. */
final class BodyText implements Flow.Subscriber<ByteBuffer> {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private BodyText() {}

    static String of(HttpRequest.BodyPublisher body) {
        BodyText text = new BodyText();
        body.subscribe(text);
        return text.bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(ByteBuffer part) {
        byte[] copy = new byte[part.remaining()];
        part.get(copy);
        bytes.writeBytes(copy);
    }

    @Override
    public void onError(Throwable failed) {
        throw new IllegalStateException(failed);
    }

    @Override
    public void onComplete() {
        // The whole body has been read.
    }
}
