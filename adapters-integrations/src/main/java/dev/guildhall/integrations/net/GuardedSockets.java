package dev.guildhall.integrations.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.SocketFactory;

/**
 * Creates sockets that connect only to allowed addresses. The rules are enforced here: an address is checked when the
 * connection is made, whether it came from a name, was given in numbers or came from a redirect.
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
