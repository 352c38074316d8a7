package dev.guildhall.llm.provider;

import dev.guildhall.llm.http.Origin;
import dev.guildhall.llm.http.ProviderTimeouts;
import dev.guildhall.llm.http.TimedClient;
import dev.guildhall.llm.http.Transport;
import java.net.ProxySelector;
import org.apache.hc.core5.ssl.SSLContexts;

/**
 * The clients of one provider, which share their connections. Thread-safe.
 *
 * @param streamed for streamed answers: waits for the first token
 * @param whole for whole answers: waits for the first byte
 * @param listing for the list of models: the timeout of a first token is its total
 */
public record Clients(TimedClient streamed, TimedClient whole, TimedClient listing) {
    /** Clients with the certificate authorities and the proxies of the Java runtime. */
    public static Clients of(Origin origin, ProviderTimeouts timeouts) {
        return of(new Transport(origin, SSLContexts.createSystemDefault(), ProxySelector.getDefault()), timeouts);
    }

    public static Clients of(Transport transport, ProviderTimeouts timeouts) {
        TimedClient whole = new TimedClient(transport, timeouts, "first byte", timeouts.answer(), timeouts.total());
        return new Clients(
                new TimedClient(transport, timeouts, "first token", timeouts.firstToken(), timeouts.total()),
                whole,
                whole.withTotal(timeouts.firstToken()));
    }
}
