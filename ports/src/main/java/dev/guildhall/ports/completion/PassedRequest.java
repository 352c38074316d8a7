package dev.guildhall.ports.completion;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Text;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/**
 * A request that passes unchanged, apart from the name of the model.
 *
 * @param endpoint where it goes
 * @param model 1 to 200 characters as {@link Text#requireName} accepts it; absent when the request names none
 * @param contentType of the body: JSON, or a form with files, in visible ASCII characters
 * @param body the body as the client sent it, read only
 * @param measure what is known of its size before a provider answers
 * @param within the time limit of the whole answer from now on, more than zero; absent means no limit by the caller
 * @param origin the trace of the call; absent when unknown
 */
public record PassedRequest(
        PassedEndpoint endpoint,
        Optional<String> model,
        String contentType,
        ByteBuffer body,
        PassedMeasure measure,
        Optional<Duration> within,
        Optional<CallOrigin> origin) {
    private static final int MAX_MODEL_LENGTH = 200;

    public PassedRequest {
        model = model.map(id -> Text.requireName("model", id, 1, MAX_MODEL_LENGTH));
        body = body.asReadOnlyBuffer();
    }

    /** Another view of the body, with a position of its own. */
    @Override
    public ByteBuffer body() {
        return body.duplicate();
    }

    /** The same request for that model, when it names one, with at most that time. */
    public PassedRequest asked(String id, Duration left) {
        return new PassedRequest(
                endpoint, model.map(named -> id), contentType, body, measure, Optional.of(left), origin);
    }
}
