package dev.guildhall.http.server;

import dev.guildhall.http.WatchedEndPoint;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Listens for HTTP/1.1 on connections that can be watched, and closes those whose clients take too long to send the
 * head of a request.
 */
final class WatchedConnector extends ServerConnector {
    /** How long the head of a request may take, from its first byte. */
    static final Duration HEAD_TIMEOUT = Duration.ofSeconds(10);

    private static final Logger LOG = System.getLogger(WatchedConnector.class.getName());
    private static final int ACCEPTORS = 1;
    private static final int LOOKS = 10;
    private static final int WAKE_UP_MS = 2_000;

    private final Duration headTimeout;
    private final CountDownLatch portClosed = new CountDownLatch(1);
    private volatile boolean closing;
    private volatile boolean portClosing;

    WatchedConnector(Server jetty, HttpConfiguration http, Duration headTimeout) {
        super(jetty, ACCEPTORS, -1, new HttpConnectionFactory(http));
        this.headTimeout = headTimeout;
        setShutdownIdleTimeout(-1);
    }

    /** From now on every response closes its connection, and says so. New connections are still accepted. */
    void announceClose() {
        closing = true;
    }

    boolean isClosing() {
        return closing;
    }

    /**
     * Closes the port; connections stay open. Connections that the operating system has accepted and the connector has
     * not would be reset. So this method connects to the port itself to wake the accepting thread, which accepts all of
     * them and then closes the port.
     */
    void closePort() {
        portClosing = true;
        if (getTransport() instanceof ServerSocketChannel port && port.isOpen()) {
            try (Socket wakeUp = new Socket()) {
                wakeUp.connect(reachable((InetSocketAddress) port.getLocalAddress()), WAKE_UP_MS);
                portClosed.await(WAKE_UP_MS, TimeUnit.MILLISECONDS);
            } catch (IOException notReached) {
                LOG.log(Level.DEBUG, "the port is closed at once", notReached);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        var _ = shutdown();
        close();
    }

    private static InetSocketAddress reachable(InetSocketAddress listening) {
        return listening.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), listening.getPort())
                : listening;
    }

    @Override
    public void accept(int acceptor) throws IOException {
        super.accept(acceptor);
        if (portClosing && getTransport() instanceof ServerSocketChannel port && port.isOpen()) {
            port.configureBlocking(false);
            for (SocketChannel next = port.accept(); next != null; next = port.accept()) {
                next.configureBlocking(false);
                configure(next.socket());
                getSelectorManager().accept(next);
            }
            port.close();
            portClosed.countDown();
        }
    }

    /** Whether all connections have been quiet for that time. */
    boolean isQuiet(Duration silence) {
        return connections().allMatch(connection -> connection.isQuiet(silence));
    }

    /** Closes each connection that is still quiet; a request that has arrived since the last check is still handled. */
    void closeQuiet(Duration silence) {
        connections().filter(connection -> connection.isQuiet(silence)).forEach(WatchedEndPoint::close);
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
