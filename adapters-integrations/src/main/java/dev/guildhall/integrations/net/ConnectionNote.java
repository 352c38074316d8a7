package dev.guildhall.integrations.net;

import java.net.InetSocketAddress;
import java.net.Proxy;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Request;

/** Notes whether a call made its connection itself, or took one that was kept. For one call. */
final class ConnectionNote extends EventListener {
    /** What calls note goes to the note that their request carries. */
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

    /** Whether it went over a connection that was kept from another call. */
    boolean isOverKept() {
        return acquired && !made;
    }
}
