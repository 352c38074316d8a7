package dev.guildhall.persistence.db;

import dev.guildhall.persistence.TestPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;

/** Forwards connections to the server of the tests, as a server of its own that can freeze. */
final class Forwarder implements AutoCloseable {
    private final ServerSocket listener;
    private volatile CountDownLatch frozen = new CountDownLatch(0);

    /** @param port 0 chooses a free one */
    Forwarder(int port) throws IOException {
        listener = new ServerSocket(port, 50, InetAddress.ofLiteral("127.0.0.1"));
        Thread.ofVirtual().start(this::accept);
    }

    String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    /** From now on it accepts connections and transmits nothing. */
    void freeze() {
        frozen = new CountDownLatch(1);
    }

    private void accept() {
        try {
            String server = TestPostgres.url().servers();
            while (true) {
                Socket client = listener.accept();
                Socket target = new Socket("127.0.0.1", Integer.parseInt(server.substring(server.indexOf(':') + 1)));
                Thread.ofVirtual().start(() -> forward(client, target));
                Thread.ofVirtual().start(() -> forward(target, client));
            }
        } catch (IOException closed) {
            // The test has ended.
        }
    }

    private void forward(Socket from, Socket to) {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            byte[] bytes = new byte[8192];
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                frozen.await();
                out.write(bytes, 0, read);
            }
        } catch (IOException | InterruptedException closed) {
            // The other direction closes with it.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        frozen.countDown();
    }
}
