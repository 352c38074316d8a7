package dev.guildhall.integrations.playwright;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Connects the proxy of a run with the addresses that the run may reach. The first line of a connection has the token of
 * the run, a host and a port; the answer is {@code +}, and the connection is forwarded from then on, or {@code -} when
 * the address is not allowed. A host that does not answer closes the connection. Closing the relay closes all
 * connections.
 */
final class TargetRelay implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 512;
    private static final int CONNECT_MS = 10_000;
    private static final int TOKEN_BYTES = 32;
    private static final int MOST_LINE = 512;
    private static final int MOST_PORT = 65_535;

    private final ServerSocketChannel listener;
    private final RunTargets targets;
    private final String token;
    private final Semaphore free = new Semaphore(MOST_CONNECTIONS);
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();

    private TargetRelay(ServerSocketChannel listener, RunTargets targets) {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        this.listener = listener;
        this.targets = targets;
        this.token = HexFormat.of().formatHex(random);
        Thread.ofVirtual().name("target-relay").start(this::accept);
    }

    /** Listens on a free port of this machine until it is closed. */
    static TargetRelay onLoopback(RunTargets targets) throws IOException {
        return listening(
                ServerSocketChannel.open(), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), targets);
    }

    /** Listens on a new socket file until it is closed. */
    static TargetRelay on(Path socket, RunTargets targets) throws IOException {
        return listening(
                ServerSocketChannel.open(StandardProtocolFamily.UNIX), UnixDomainSocketAddress.of(socket), targets);
    }

    private static TargetRelay listening(ServerSocketChannel listener, SocketAddress address, RunTargets targets)
            throws IOException {
        try {
            listener.bind(address);
            return new TargetRelay(listener, targets);
        } catch (IOException failed) {
            listener.close();
            throw failed;
        }
    }

    /** Where and how the proxy of the run connects. */
    Map<String, Object> settings() throws IOException {
        return listener.getLocalAddress() instanceof InetSocketAddress address
                ? Map.of(
                        "token",
                        token,
                        "relay",
                        Map.of("host", address.getAddress().getHostAddress(), "port", address.getPort()))
                : Map.of(
                        "token",
                        token,
                        "relay",
                        Map.of("path", listener.getLocalAddress().toString()));
    }

    /** The port of an http or https address. */
    static int portOf(URI target) {
        if (target.getPort() >= 0) {
            return target.getPort();
        }
        return "https".equalsIgnoreCase(target.getScheme()) ? 443 : 80;
    }

    /** The host of an http or https address, without the brackets of an IPv6 address. */
    static String hostOf(URI target) {
        return target.getHost().replaceAll("^\\[|\\]$", "");
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
        try (client) {
            if (client.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
                client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            Optional<InetSocketAddress> wanted = wanted(client);
            if (wanted.isPresent()) {
                relay(client, wanted.get());
            }
        } catch (IOException unreachable) {
            // The client sees that its connection ends, as with a target that refuses connections.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
            free.release();
        }
    }

    /** The unresolved address in the first line; empty when the line is malformed or has another token. */
    private Optional<InetSocketAddress> wanted(SocketChannel client) throws IOException {
        StringBuilder line = new StringBuilder();
        ByteBuffer one = ByteBuffer.allocate(1);
        while (line.length() < MOST_LINE && client.read(one.clear()) == 1) {
            char next = (char) one.get(0);
            if (next == '\n') {
                return wanted(line.toString().split(" ", -1));
            }
            line.append(next);
        }
        return Optional.empty();
    }

    private Optional<InetSocketAddress> wanted(String[] parts) {
        boolean isOurs = MessageDigest.isEqual(
                token.getBytes(StandardCharsets.US_ASCII), parts[0].getBytes(StandardCharsets.US_ASCII));
        return isOurs && parts.length == 3 && parts[2].matches("\\d{1,5}") && Integer.parseInt(parts[2]) <= MOST_PORT
                ? Optional.of(InetSocketAddress.createUnresolved(parts[1], Integer.parseInt(parts[2])))
                : Optional.empty();
    }

    private void relay(SocketChannel client, InetSocketAddress wanted) throws IOException, InterruptedException {
        List<InetAddress> addresses = targets.reachable(wanted.getHostString(), wanted.getPort());
        if (addresses.isEmpty()) {
            client.write(ByteBuffer.wrap(new byte[] {'-'}));
            return;
        }
        try (SocketChannel server = connect(addresses, wanted.getPort())) {
            open.add(server);
            client.write(ByteBuffer.wrap(new byte[] {'+'}));
            Thread request = Thread.ofVirtual().name("target-relay").start(() -> copy(client, server));
            copy(server, client);
            request.join();
            open.remove(server);
        }
    }

    private SocketChannel connect(List<InetAddress> addresses, int port) throws IOException {
        IOException last = new IOException("no address");
        for (InetAddress address : addresses) {
            SocketChannel channel = SocketChannel.open();
            try {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
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
