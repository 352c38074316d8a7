package dev.guildhall.integrations.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that sends the given bytes for every request, then closes the connection or stays silent. */
final class StrangeServer implements AutoCloseable {
    private final ServerSocket socket;
    private final String answer;
    private final boolean staysSilent;
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final List<String> heads = new CopyOnWriteArrayList<>();

    private StrangeServer(String answer, boolean staysSilent) throws IOException {
        this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.answer = answer;
        this.staysSilent = staysSilent;
        Thread.ofVirtual().start(this::serve);
    }

    static StrangeServer answering(String answer) throws IOException {
        return new StrangeServer(answer, false);
    }

    /** A server that sends nothing after the response and leaves the connection open. */
    static StrangeServer silentBehind(String answer) throws IOException {
        return new StrangeServer(answer, true);
    }

    int port() {
        return socket.getLocalPort();
    }

    /** The heads of all requests, each with its lines. */
    List<String> heads() {
        return List.copyOf(heads);
    }

    private void serve() {
        try {
            while (true) {
                Socket connection = socket.accept();
                connections.add(connection);
                Thread.ofVirtual().start(() -> answer(connection));
            }
        } catch (IOException closed) {
            // The test has ended.
        }
    }

    private void answer(Socket connection) {
        try {
            heads.add(head(connection));
            connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            connection.getOutputStream().flush();
            if (!staysSilent) {
                connection.shutdownOutput();
            }
        } catch (IOException gone) {
            // The client does not wait for the rest.
        }
    }

    private static String head(Socket connection) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
        List<String> lines = new ArrayList<>();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            lines.add(line);
        }
        return String.join("\n", lines);
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }
}
