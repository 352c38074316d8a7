package dev.guildhall.http;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Listens for HTTP/1.1, on connections that can be watched. Thread-safe. */
final class WatchedConnector extends ServerConnector {
    WatchedConnector(Server jetty, HttpConfiguration http) {
        super(jetty, new HttpConnectionFactory(http));
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
        WatchedEndPoint connection = new WatchedEndPoint(channel, selector, key, getScheduler(), getExecutor());
        connection.setIdleTimeout(getIdleTimeout());
        return connection;
    }
}
