package dev.guildhall.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A server whose model and outside tool the test controls, and a user who asks its agent and disconnects. */
final class AgentTestServer implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 90;
    private static final String MANIFEST = """
        {"name":"parcels","displayName":"Parcels","description":"Where parcels are.","kind":"http",
         "auth":{"type":"none"},"baseUrl":"http://127.0.0.1:PORT",
         "actions":{"locate":{"description":"Tells where a parcel is.","method":"GET","path":"/parcels/{number}",
           "parameters":{"number":{"type":"string","in":"path","required":true}}}}}\
        """;

    private final StrictModel model = new StrictModel();
    private final Upstream parcels = new Upstream(this::locate);
    private final Semaphore toolHeld = new Semaphore(0);
    private final Semaphore toolLeft = new Semaphore(0);
    private final Path folder;
    private final Map<String, String> settings = new HashMap<>();
    private final Starter starter;
    private RunningServer server;
    private Web web;

    /** How a server starts: in this process or in another. */
    interface Starter {
        RunningServer start(Path folder, Map<String, String> settings);
    }

    /** A server with these further settings. */
    AgentTestServer(Starter starter, Path folder, Map<String, String> more) {
        this.starter = starter;
        this.folder = folder;
        try {
            Files.createDirectories(folder.resolve("manifests"));
            Files.writeString(
                    folder.resolve("manifests").resolve("parcels.json"),
                    MANIFEST.replace("PORT", String.valueOf(parcels.port())));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        settings.putAll(Map.of(
                "GUILDHALL_DATA_DIR", folder.resolve("data").toString(),
                "GUILDHALL_PORT", "0",
                "GUILDHALL_RATE_LIMIT_PER_MINUTE", "0",
                "GUILDHALL_LLM_PROVIDER", "openai",
                "GUILDHALL_LLM_BASE_URL", "http://127.0.0.1:" + model.port() + "/v1",
                "GUILDHALL_LLM_MODEL", "strict",
                "GUILDHALL_EGRESS_ALLOW", "127.0.0.1",
                "GUILDHALL_INTEGRATIONS_DIR", folder.resolve("manifests").toString()));
        settings.putAll(more);
        server = starter.start(folder, settings);
        web = new Web(server.address("account"));
        web.register();
    }

    private void locate(Upstream.Asked asked) throws IOException {
        if (asked.line().contains("/parcels/hold")) {
            toolHeld.release();
            asked.awaitLeaving();
            toolLeft.release();
        } else {
            asked.out().write(ModelResponses.response(200, "{\"at\":\"home\"}"));
        }
    }

    StrictModel model() {
        return model;
    }

    /** A permit for each call of the outside tool that gets no response. */
    Semaphore toolHeld() {
        return toolHeld;
    }

    /** A permit for each such call whose client has disconnected. */
    Semaphore toolLeft() {
        return toolLeft;
    }

    /** Takes a permit, or fails after a time limit. */
    static void await(Semaphore permits) {
        try {
            if (!permits.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("it has not happened within " + PATIENCE_SECONDS + " s");
            }
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** Sends SIGKILL to the server, which has a process of its own, and starts a new one on the same data. */
    void killAndStart() {
        ((ServerProcess) server).kill();
        server = starter.start(folder, settings);
        web = new Web(server.address("account"));
        web.signIn();
    }

    private String chats() {
        return server.address("agent") + "/api/chat";
    }

    /** Asks in a new chat and waits for the answer, which names the chat. */
    JsonNode ask(String question) {
        return web.post(chats(), web.question(question, ""));
    }

    /** Asks in a chat and waits for the answer. */
    JsonNode ask(String chatId, String question) {
        return web.post(chats(), web.question(question, ",\"chatId\":\"" + chatId + "\""));
    }

    JsonNode conversation(String chatId) {
        return web.get(chats() + "/" + chatId + "?userId=" + web.userId());
    }

    JsonNode trace(String chatId) {
        return web.get(chats() + "/" + chatId + "/trace?userId=" + web.userId());
    }

    /** Asks for a stream, runs the client's action, and disconnects. */
    void askAndLeave(String chatId, String question, Meanwhile meanwhile) {
        String body = web.question(question, ",\"stream\":true,\"chatId\":\"" + chatId + "\"");
        URI address = URI.create(chats());
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
            socket.setSoTimeout(PATIENCE_SECONDS * 1_000);
            String request = "POST " + address.getPath() + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                    + web.token() + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                    + "\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            meanwhile.go(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The client's action between its question and its disconnection. */
    interface Meanwhile {
        void go(BufferedReader answer) throws IOException;
    }

    /** Reads that many events, or all. */
    static Meanwhile hears(int events) {
        return answer -> {
            int left = events;
            while (left > 0) {
                String line = answer.readLine();
                left -= line == null || line.startsWith("event: done") ? left : line.startsWith("event: ") ? 1 : 0;
            }
        };
    }

    @Override
    public void close() {
        server.close();
        parcels.close();
        model.close();
    }
}
