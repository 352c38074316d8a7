package dev.guildhall.llm.wire;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;

/**
 * The HTTP clients of one provider, which share their connections. Calls are made on the calling thread, so that the
 * limits of OkHttp's own dispatcher do not apply. HTTP/1.1 gives each answer a connection of its own: a slow reader then
 * slows its own answer alone, and nothing of it is collected here. Thread-safe.
 *
 * @param streamed waits for the first token as long as that may take
 * @param whole waits for the headers as long as the whole call may take
 * @param listing is done when a first token would have to be there
 */
public record Clients(TimedClient streamed, TimedClient whole, TimedClient listing) {
    private static final long KEEP_ALIVE_MINUTES = 5;

    public static Clients of(ProviderTimeouts timeouts) {
        OkHttpClient client = new OkHttpClient.Builder()
                .connectTimeout(timeouts.connect())
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO)
                .callTimeout(Duration.ZERO)
                .protocols(List.of(Protocol.HTTP_1_1))
                .socketFactory(new WatchedSockets(timeouts.idle()))
                .followRedirects(false)
                .followSslRedirects(false)
                .connectionPool(new ConnectionPool(Limits.IDLE_CONNECTIONS, KEEP_ALIVE_MINUTES, TimeUnit.MINUTES))
                .eventListenerFactory(call ->
                        CallProgress.current().<EventListener>map(it -> it).orElse(EventListener.NONE))
                .build();
        TimedClient whole = new TimedClient(client, timeouts.total(), timeouts.total());
        return new Clients(
                new TimedClient(client, timeouts.firstToken(), timeouts.total()),
                whole,
                whole.withTotal(timeouts.firstToken()));
    }
}
