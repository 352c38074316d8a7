package dev.guildhall.wire.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Decides which addresses are connected to. */
public interface Egress {
    /** Every address, with the names of the operating system's resolver. */
    Egress ALL = new Egress() {
        @Override
        public List<InetAddress> addresses(String host) throws UnknownHostException {
            return List.of(InetAddress.getAllByName(host));
        }

        @Override
        public void requireAllowed(InetSocketAddress address) {
            // Every address is allowed.
        }
    };

    /** The addresses of a host that may be tried, best first. Blocks; an interrupt may end it. */
    List<InetAddress> addresses(String host) throws UnknownHostException;

    /**
     * Called before each connection, whether its address came from a name, was given in numbers or came from a redirect.
     *
     * @throws IOException when the address may not be connected to
     */
    void requireAllowed(InetSocketAddress address) throws IOException;
}
