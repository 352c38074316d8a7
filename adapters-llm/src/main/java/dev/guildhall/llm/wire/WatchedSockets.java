package dev.guildhall.llm.wire;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import javax.net.SocketFactory;

/**
 * Makes sockets that know when a stream has to wait for its provider: when nothing is left in any buffer above the
 * socket, nor in the socket itself. A reader above cannot know that, for it sees one chunk of HTTP at a time. They also
 * hold TLS to the time that connecting may take. Thread-safe.
 */
final class WatchedSockets extends SocketFactory {
    @Override
    public Socket createSocket() {
        return new WatchedSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return createSocket(InetAddress.getByName(host), port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(createSocket(), host, port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(InetAddress.getByName(host), port, local, localPort);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        Socket socket = createSocket();
        socket.bind(new InetSocketAddress(local, localPort));
        return connected(socket, host, port);
    }

    private static Socket connected(Socket socket, InetAddress host, int port) throws IOException {
        socket.connect(new InetSocketAddress(host, port));
        return socket;
    }

    private static final class WatchedSocket extends Socket {
        @Override
        public InputStream getInputStream() throws IOException {
            return new Watched(super.getInputStream());
        }

        private final class Watched extends FilterInputStream {
            Watched(InputStream in) {
                super(in);
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                Optional<CallProgress> call = CallProgress.current();
                Optional<Duration> handshake = call.flatMap(CallProgress::handshake);
                if (handshake.isPresent()) {
                    setSoTimeout((int) handshake.get().toMillis());
                }
                Optional<StreamWaits> waits = call.flatMap(CallProgress::waits);
                if (waits.isEmpty() || in.available() > 0) {
                    return in.read(into, offset, length);
                }
                setSoTimeout(waits.get().begin());
                long from = System.nanoTime();
                int read = in.read(into, offset, length);
                waits.get().end(System.nanoTime() - from);
                return read;
            }
        }
    }
}
