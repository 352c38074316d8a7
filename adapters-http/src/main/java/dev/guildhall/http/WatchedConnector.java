package dev.guildhall.http;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Listens for HTTP/1.1, on connections that can be watched, and closes those whose clients take too long to send the head
 * of a request. Thread-safe.
 */
final class WatchedConnector extends ServerConnector {
    /** How long the head of a request may take to come, from its first byte. */
    static final Duration HEAD_TIMEOUT = Duration.ofSeconds(10);

    private static final int LOOKS = 10;

    private final Duration headTimeout;

    WatchedConnector(Server jetty, HttpConfiguration http, Duration headTimeout) {
        super(jetty, new HttpConnectionFactory(http));
        this.headTimeout = headTimeout;
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
        WatchedEndPoint connection = new WatchedEndPoint(channel, selector, key, getScheduler(), getExecutor());
        connection.setIdleTimeout(getIdleTimeout());
        return connection;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        closeLateHeads();
    }

    private void closeLateHeads() {
        try {
            connections()
                    .filter(connection -> connection.isHeadLate(headTimeout))
                    .forEach(WatchedEndPoint::close);
        } finally {
            if (isRunning()) {
                getScheduler().schedule(this::closeLateHeads, headTimeout.toMillis() / LOOKS, TimeUnit.MILLISECONDS);
            }
        }
    }

    private Stream<WatchedEndPoint> connections() {
        return getConnectedEndPoints().stream().map(WatchedEndPoint.class::cast);
    }
}
