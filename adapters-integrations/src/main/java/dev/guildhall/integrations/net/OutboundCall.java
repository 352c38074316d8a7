package dev.guildhall.integrations.net;

import java.util.Optional;
import okhttp3.Call;

/** One request on its way, over all its redirects. It can be cancelled from any thread, once and for all. Thread-safe. */
final class OutboundCall {
    private Optional<Call> current = Optional.empty();
    private boolean cancelled;

    /** The call that goes on now; it fails at once when the flight is cancelled already. */
    synchronized Call with(Call call) {
        current = Optional.of(call);
        if (cancelled) {
            call.cancel();
        }
        return call;
    }

    synchronized void cancel() {
        cancelled = true;
        current.ifPresent(Call::cancel);
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }
}
