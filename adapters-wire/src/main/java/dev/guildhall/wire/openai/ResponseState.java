package dev.guildhall.wire.openai;

import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Which state of the server a request to {@code responses} uses.
 *
 * @param store whether the answer is stored
 * @param background whether a task gives the answer, which is then stored in any case
 * @param previous the stored answer that the request continues
 */
public record ResponseState(boolean store, boolean background, Optional<String> previous) {
    /** A request with the whole conversation, whose answer is not stored. */
    public static final ResponseState NONE = new ResponseState(false, false, Optional.empty());

    /** @param storeByDefault whether the answer to a request without {@code store} is stored */
    public static ResponseState read(JsonBody body, boolean storeByDefault) {
        Supplier<Boolean> store = body.optional("store", RequestReader.flag(), storeByDefault);
        Supplier<Boolean> background = body.optional("background", RequestReader.flag(), false);
        Supplier<Optional<String>> previous = body.optional("previous_response_id", RequestReader.text());
        body.check();
        return new ResponseState(store.get() || background.get(), background.get(), previous.get());
    }

    public boolean isUsed() {
        return store || previous.isPresent();
    }
}
