package dev.guildhall.integrations.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.SocketFactory;

/**
 * Makes sockets that connect only to what the rules allow. This is where the guard holds: whatever way an address came, by
 * a name, in figures or by a redirect, it is looked at when the connection is made. Thread-safe.
 */
final class GuardedSockets extends SocketFactory {
    private final EgressRules rules;

    GuardedSockets(EgressRules rules) {
        this.rules = rules;
    }

    @Override
    public Socket createSocket() {
        return new Guarded(rules);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw new BlockedAddress();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        throw new BlockedAddress();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        throw new BlockedAddress();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        throw new BlockedAddress();
    }

    private static final class Guarded extends Socket {
        private final EgressRules rules;

        Guarded(EgressRules rules) {
            this.rules = rules;
        }

        @Override
        public void connect(SocketAddress to) throws IOException {
            connect(to, 0);
        }

        @Override
        public void connect(SocketAddress to, int timeoutMs) throws IOException {
            if (!(to instanceof InetSocketAddress there)
                    || there.isUnresolved()
                    || !rules.allow(there.getHostString(), there.getAddress(), there.getPort())) {
                throw new BlockedAddress();
            }
            super.connect(to, timeoutMs);
        }
    }
}
