package dev.guildhall.integrations.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guildhall.core.Core;
import dev.guildhall.core.inmemory.Pbkdf2PasswordHasher;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.http.AllowedHosts;
import dev.guildhall.http.BrowserSessions;
import dev.guildhall.http.CallerResolver;
import dev.guildhall.http.CrossOriginProtection;
import dev.guildhall.http.Guard;
import dev.guildhall.http.Listener;
import dev.guildhall.http.Mount;
import dev.guildhall.http.PublicAddress;
import dev.guildhall.http.RateLimits;
import dev.guildhall.http.RequestLog;
import dev.guildhall.http.Service;
import dev.guildhall.http.account.AccountErrors;
import dev.guildhall.http.account.AccountRoutes;
import dev.guildhall.http.agent.AgentErrors;
import dev.guildhall.http.agent.AgentRoutes;
import dev.guildhall.http.completion.CompletionErrors;
import dev.guildhall.http.completion.CompletionRoutes;
import dev.guildhall.http.completion.openai.OpenAiErrors;
import dev.guildhall.http.completion.openai.OpenAiRoutes;
import dev.guildhall.http.limit.BucketRateLimiter;
import dev.guildhall.http.limit.ClientAddress;
import dev.guildhall.http.server.Server;
import dev.guildhall.http.system.Metrics;
import dev.guildhall.integrations.PromptStop;
import dev.guildhall.integrations.builtin.BuiltinTools;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.telemetry.TraceSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;

/** Our server on a free port, with a traced agent and completion service, and a user who is signed in. */
final class WatchedServer implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Server server;
    private final String token;
    private final String userId;

    WatchedServer(ChatModel model, TraceSink sink) {
        Core core = Core.of(parts -> parts.chatModel(model)
                .passwordHasher(new Pbkdf2PasswordHasher(SystemTime.SECRETS, 1))
                .tools(new BuiltinTools(InstantSource.system()))
                .traces(sink));
        List<Mount> mounts = List.of(
                Mount.of(Service.ACCOUNT, "", new AccountRoutes(core.accounts()).routes(), new AccountErrors()),
                Mount.of(
                        Service.AGENT,
                        "/agent",
                        new AgentRoutes(core.agents(), AgentMode.WITH_TASKS).routes(),
                        new AgentErrors()),
                Mount.of(
                        Service.COMPLETION,
                        "/completion",
                        new CompletionRoutes(core.completions()).routes(),
                        new CompletionErrors()),
                Mount.of(
                        Service.COMPLETION,
                        OpenAiRoutes.PATH,
                        new OpenAiRoutes(
                                        core.completions(),
                                        core.embeddings(),
                                        core.passedRequests(),
                                        InstantSource.system())
                                .routes(),
                        new OpenAiErrors()));
        RequestLog requestLog = new Metrics(Set.of(), "1.2.3").requestLog();
        server = Server.start(
                List.of(new Listener("127.0.0.1", 0, mounts)),
                new Guard(
                        new CallerResolver(
                                core.accounts(),
                                core.factors(),
                                new ClientAddress(List.of()),
                                new BrowserSessions(core.webSessions(), PublicAddress.fixed("http://127.0.0.1"))),
                        unlimited(),
                        new AllowedHosts(List.of()),
                        new CrossOriginProtection(PublicAddress.fixed(""), List.of())),
                requestLog,
                PromptStop.LIMITS,
                Server.BackgroundReplies.NONE);
        JsonNode ada = json(send(
                request("/auth/register", "{'email':'ada@example.org','password':'correct horse'}")
                        .build(),
                HttpResponse.BodyHandlers.ofString()));
        token = ada.get("accessToken").asText();
        userId = ada.get("userId").asText();
        requestLog.traceTo(sink);
    }

    private static RateLimits unlimited() {
        return new RateLimits(new BucketRateLimiter(InstantSource.system()), new RateLimit(0), new RateLimit(0));
    }

    private HttpRequest.Builder request(String path, String body) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.ports().getFirst() + path))
                .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')));
    }

    private HttpRequest.Builder signed(String path, String body, String... headers) {
        HttpRequest.Builder request = request(path, body).header("Authorization", "Bearer " + token);
        return headers.length == 0 ? request : request.headers(headers);
    }

    private static String question(String text) {
        return "'messages':[{'role':'user','content':'" + text + "'}]";
    }

    private String toAgent(String text, String more) {
        return "{'userId':'" + userId + "'," + question(text) + more + "}";
    }

    /** The agent's reply, of whatever status. */
    JsonNode ask(String text, String... headers) {
        HttpRequest request =
                signed("/agent/api/chat", toAgent(text, ""), headers).build();
        return json(send(request, HttpResponse.BodyHandlers.ofString()));
    }

    /** The agent's answer as it comes. */
    InputStream stream(String text) {
        HttpRequest request =
                signed("/agent/api/chat", toAgent(text, ",'stream':true")).build();
        return send(request, HttpResponse.BodyHandlers.ofInputStream()).body();
    }

    /** How the latest answer of a chat came to be. */
    JsonNode trace(String chatId) {
        String path = "/agent/api/chat/" + chatId + "/trace?userId=" + userId;
        return json(send(signed(path, "").GET().build(), HttpResponse.BodyHandlers.ofString()))
                .at("/answers")
                .get(0);
    }

    /** What the model itself says. */
    String complete(String path, String text, String more, String... headers) {
        HttpRequest request =
                signed(path, "{" + question(text) + more + "}", headers).build();
        return send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private static JsonNode json(HttpResponse<String> response) {
        try {
            return JSON.readTree(response.body());
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    private static <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return HTTP.send(request, body);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
