package dev.guildhall.runner;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Connects a container that has no network with one address: each connection to a socket file is forwarded to the
 * target of a run, and to no other address. Closing the relay closes all connections. Thread-safe.
 */
final class TargetRelay implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 512;
    private static final int CONNECT_MS = 10_000;

    private final ServerSocketChannel listener;
    private final String host;
    private final int port;
    private final Semaphore free = new Semaphore(MOST_CONNECTIONS);
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();

    private TargetRelay(ServerSocketChannel listener, String host, int port) {
        this.listener = listener;
        this.host = host;
        this.port = port;
    }

    /** Listens on a new socket file until it is closed. */
    static TargetRelay open(Path socket, URI target) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket));
        TargetRelay relay = new TargetRelay(listener, target.getHost().replaceAll("^\\[|\\]$", ""), portOf(target));
        Thread.ofVirtual().name("target-relay").start(relay::accept);
        return relay;
    }

    /** The port of an http or https address. */
    static int portOf(URI target) {
        if (target.getPort() >= 0) {
            return target.getPort();
        }
        return "https".equalsIgnoreCase(target.getScheme()) ? 443 : 80;
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel client = listener.accept();
                if (free.tryAcquire()) {
                    Thread.ofVirtual().name("target-relay").start(() -> relay(client));
                } else {
                    client.close();
                }
            }
        } catch (IOException closed) {
            close();
        }
    }

    private void relay(SocketChannel client) {
        open.add(client);
        try (client;
                SocketChannel server = connect()) {
            open.add(server);
            Thread request = Thread.ofVirtual().name("target-relay").start(() -> copy(client, server));
            copy(server, client);
            request.join();
            open.remove(server);
        } catch (IOException unreachable) {
            // The client sees that its connection ends, as with a target that refuses connections.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
            free.release();
        }
    }

    private SocketChannel connect() throws IOException {
        IOException last = new IOException("no address");
        for (InetAddress address : InetAddress.getAllByName(host)) {
            SocketChannel channel = SocketChannel.open();
            try {
                channel.socket().connect(new InetSocketAddress(address, port), CONNECT_MS);
                if (listener.isOpen()) {
                    return channel;
                }
            } catch (IOException failed) {
                last = failed;
            }
            channel.close();
        }
        throw last;
    }

    private void copy(SocketChannel from, SocketChannel to) {
        ByteBuffer buffer = ByteBuffer.allocate(16 * 1024);
        try {
            while (from.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                buffer.clear();
            }
            to.shutdownOutput();
        } catch (IOException broken) {
            closeQuietly(from);
            closeQuietly(to);
        }
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException closed) {
            // The connection is not used any more.
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException closed) {
            // The socket accepts no more connections.
        }
        open.forEach(TargetRelay::closeQuietly);
    }
}
