package dev.guildhall.wire.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import javax.net.ServerSocketFactory;

/**
 * Sockets of a server that send each small frame at once. Otherwise, the update of a window of HTTP/2 waits for the
 * delayed acknowledgement of the one before, and a long request takes seconds.
 */
final class PromptSockets extends ServerSocketFactory {
    private static final int BACKLOG = 50;

    @Override
    public ServerSocket createServerSocket() throws IOException {
        return new ServerSocket() {
            @Override
            public Socket accept() throws IOException {
                Socket socket = super.accept();
                socket.setTcpNoDelay(true);
                return socket;
            }
        };
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return createServerSocket(port, BACKLOG);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) throws IOException {
        return createServerSocket(port, backlog, InetAddress.getLoopbackAddress());
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress address) throws IOException {
        ServerSocket server = createServerSocket();
        server.bind(new InetSocketAddress(address, port), backlog);
        return server;
    }
}
