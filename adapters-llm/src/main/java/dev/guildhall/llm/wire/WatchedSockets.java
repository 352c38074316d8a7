package dev.guildhall.llm.wire;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import javax.net.SocketFactory;

/**
 * Makes sockets that know when a call has to wait for its provider: when nothing is left in any buffer above the socket,
 * nor in the socket itself. A reader above cannot know that, for it sees one chunk of HTTP at a time. There the wait gets
 * its bound, which costs a field of the socket; the client's own timers would each go through one queue. Thread-safe.
 */
final class WatchedSockets extends SocketFactory {
    private final SlowWrites writes;

    /**
     * Such sockets.
     *
     * @param longestWrite how long a provider may let a write wait
     */
    WatchedSockets(Duration longestWrite) {
        this.writes = new SlowWrites(longestWrite);
    }

    @Override
    public Socket createSocket() {
        return new WatchedSocket(writes);
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
        private final SlowWrites writes;

        WatchedSocket(SlowWrites writes) {
            this.writes = writes;
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new Written(super.getOutputStream());
        }

        private final class Written extends FilterOutputStream {
            Written(OutputStream out) {
                super(out);
            }

            @Override
            public void write(byte[] from, int offset, int length) throws IOException {
                writes.write(WatchedSocket.this, out, from, offset, length);
            }
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new Watched(super.getInputStream());
        }

        private final class Watched extends FilterInputStream {
            Watched(InputStream in) {
                super(in);
            }

            /**
             * Whether more has come already. Others get their turn before it is decided that nothing has: with many
             * streams at once, more of this one comes meanwhile, and goes on in one piece.
             */
            @SuppressWarnings("ThreadPriorityCheck") // On a virtual thread this goes to the end of a queue of our own.
            private boolean isAtHand() throws IOException {
                if (in.available() == 0) {
                    Thread.yield();
                }
                return in.available() > 0;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                Optional<CallProgress> call = CallProgress.current();
                if (call.isEmpty() || !call.get().isWatched()) {
                    return in.read(into, offset, length);
                }
                if (call.get().isStream() && isAtHand()) {
                    call.get().requireTime();
                    return in.read(into, offset, length);
                }
                setSoTimeout(call.get().beginWait());
                long from = System.nanoTime();
                int read = in.read(into, offset, length);
                call.get().endWait(System.nanoTime() - from);
                return read;
            }
        }
    }
}
