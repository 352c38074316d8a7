package dev.guildhall.llm.provider;

import dev.guildhall.llm.http.Connector;
import dev.guildhall.llm.http.HttpCalls;
import dev.guildhall.llm.http.Origin;
import dev.guildhall.llm.http.ProviderTimeouts;
import dev.guildhall.llm.http.TimedClient;
import javax.net.ssl.SSLSocketFactory;

/**
 * The clients of one provider, which share their connections. Thread-safe.
 *
 * @param streamed waits for the first token as long as that may take
 * @param whole waits for the first byte of an answer in one piece
 * @param listing is done when a first token would have to be there
 */
public record Clients(TimedClient streamed, TimedClient whole, TimedClient listing) {
    /** Clients that trust whom the Java runtime trusts. */
    public static Clients of(Origin origin, ProviderTimeouts timeouts) {
        return of(new Connector(origin, () -> (SSLSocketFactory) SSLSocketFactory.getDefault()), timeouts);
    }

    public static Clients of(Connector connector, ProviderTimeouts timeouts) {
        HttpCalls calls = new HttpCalls(connector);
        TimedClient whole = new TimedClient(calls, timeouts, "first byte", timeouts.answer(), timeouts.total());
        return new Clients(
                new TimedClient(calls, timeouts, "first token", timeouts.firstToken(), timeouts.total()),
                whole,
                whole.withTotal(timeouts.firstToken()));
    }
}
