package dev.guildhall.llm.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Makes connections to one origin, directly: no proxy of the system is used. Addresses of a name are tried one after the
 * other. Thread-safe.
 */
public final class Connector {
    private final Origin origin;
    private final Supplier<SSLSocketFactory> tls;
    private final Deadlines deadlines = new Deadlines();

    /**
     * Connections to there.
     *
     * @param tls asked for when the origin wants TLS
     */
    public Connector(Origin origin, Supplier<SSLSocketFactory> tls) {
        this.origin = origin;
        this.tls = tls;
    }

    HttpConnection connect(CallProgress call) throws IOException {
        call.connect();
        IOException failure = new IOException("the name of the provider has no address");
        for (InetAddress address : InetAddress.getAllByName(origin.host())) {
            try {
                return connect(new InetSocketAddress(address, origin.port()), call);
            } catch (IOException unreachable) {
                if (Thread.currentThread().isInterrupted()) {
                    throw unreachable;
                }
                unreachable.addSuppressed(failure);
                failure = unreachable;
            }
        }
        throw failure;
    }

    private HttpConnection connect(InetSocketAddress address, CallProgress call) throws IOException {
        WatchedSocket socket = new WatchedSocket(deadlines, call);
        try {
            socket.connect(address, call.connectMillis());
            socket.setTcpNoDelay(true);
            return new HttpConnection(socket, origin.secure() ? secured(socket) : socket);
        } catch (IOException | RuntimeException failure) {
            socket.close();
            throw failure;
        }
    }

    /** The certificate has to be one for that host. */
    private SSLSocket secured(WatchedSocket socket) throws IOException {
        SSLSocket secured = (SSLSocket) tls.get().createSocket(socket, origin.host(), origin.port(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }
}
