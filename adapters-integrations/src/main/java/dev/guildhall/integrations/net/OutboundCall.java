package dev.guildhall.integrations.net;

import java.util.Optional;
import okhttp3.Call;

/** One request with all its redirects. Any thread can cancel it, permanently. */
final class OutboundCall {
    private Optional<Call> current = Optional.empty();
    private boolean cancelled;

    /** The current call; it fails at once when the request has been cancelled already. */
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
