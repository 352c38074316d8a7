package dev.guildhall.integrations.net;

import java.net.InetSocketAddress;
import java.net.Proxy;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Request;

/** Records whether a call opened its connection, or reused an idle one. For one call. */
final class ConnectionNote extends EventListener {
    /** Passes the events of a call to the note in its request. */
    static final EventListener.Factory FACTORY = ConnectionNote::of;

    private volatile boolean made;
    private volatile boolean acquired;

    private static EventListener of(Call call) {
        ConnectionNote note = call.request().tag(ConnectionNote.class);
        return note == null ? EventListener.NONE : note;
    }

    Request on(Request request) {
        return request.newBuilder().tag(ConnectionNote.class, this).build();
    }

    @Override
    public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
        made = true;
    }

    @Override
    public void connectionAcquired(Call call, Connection connection) {
        acquired = true;
    }

    /** Whether the call reused an idle connection of another call. */
    boolean isOverKept() {
        return acquired && !made;
    }
}
