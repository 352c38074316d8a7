package dev.guildhall.app.training;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** A user who sends the requests of a typical hour to a server, one after the other. Used by one thread. */
final class TrainingUser implements Runnable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String PASSWORD = "a password for training";
    private static final List<String> PAGES =
            List.of("/", "/docs", "/health/ready", "/metrics", "/.well-known/jwks.json", "/openapi/completion.json");
    private static final String MESSAGES = "\"messages\":[{\"role\":\"user\",\"content\":\"Say something short.\"}]";
    private static final int COMPLETIONS = 20;

    private final HttpClient http;
    private final String root;
    private final String email;
    private String token = "";

    TrainingUser(HttpClient http, String root, int number) {
        this.http = http;
        this.root = root;
        this.email = "user" + number + "@training.example";
    }

    /** Sends the requests again and again until it is interrupted or a request fails. */
    @Override
    public void run() {
        try {
            String credentials = "{\"email\":\"" + email + "\",\"password\":\"" + PASSWORD + "\"}";
            String session = post("/api/v1/auth/register", credentials);
            while (!Thread.currentThread().isInterrupted()) {
                token = field(session, "accessToken");
                work(field(session, "userId"));
                token = "";
                session = post("/api/v1/auth/login", credentials);
            }
        } catch (IOException | InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void work(String userId) throws IOException, InterruptedException {
        for (String page : PAGES) {
            get(page);
        }
        get("/api/v1/auth/me");
        get("/api/v1/profiles");
        get("/api/v1/auth/sessions");
        String tools = post("/api/v1/tools/search", "{\"query\":\"work out a sum\",\"limit\":1}");
        post("/api/v1/tools/" + field(tools, "id") + "/execute", "{\"parameters\":{\"expression\":\"12*12\"}}");
        post("/mcp", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
        for (int i = 0; i < COMPLETIONS; i++) {
            post("/completion/api/chat", "{" + MESSAGES + "}");
            post("/completion/v1/chat/completions", "{\"model\":\"m\"," + MESSAGES + "}");
        }
        post("/completion/api/chat", "{\"stream\":true," + MESSAGES + "}");
        post("/completion/v1/chat/completions", "{\"model\":\"m\",\"stream\":true," + MESSAGES + "}");
        get("/completion/api/usage");
        String reply = post("/agent/api/chat", "{\"userId\":\"" + userId + "\"," + MESSAGES + "}");
        post("/agent/api/chat", "{\"userId\":\"" + userId + "\",\"stream\":true," + MESSAGES + "}");
        get("/agent/api/chat/" + field(reply, "chatId") + "?userId=" + userId);
        post(
                "/agent/api/memory",
                "{\"userId\":\"" + userId + "\",\"type\":\"long_term\",\"content\":\"I am allergic to peanuts.\"}");
        post("/agent/api/memory/" + userId + "/search", "{\"query\":\"food that makes them ill\"}");
        for (int i = 0; i < COMPLETIONS; i++) {
            String task = post("/api/v1/tasks", "{\"type\":\"echo\",\"input\":{\"sum\":144}}");
            get("/api/v1/tasks/" + field(task, "id"));
        }
        get("/api/v1/tasks");
        get("/api/v1/runs");
    }

    private String get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(root + path)));
    }

    private String post(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(root + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return http.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static String field(String json, String name) {
        int start = json.indexOf("\"" + name + "\":\"");
        int from = start + name.length() + 4;
        return start < 0 ? "none" : json.substring(from, json.indexOf('"', from));
    }
}
