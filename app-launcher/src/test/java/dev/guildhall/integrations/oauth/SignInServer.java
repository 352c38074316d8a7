package dev.guildhall.integrations.oauth;

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
import dev.guildhall.http.Route;
import dev.guildhall.http.Service;
import dev.guildhall.http.account.AccountErrors;
import dev.guildhall.http.account.AccountRoutes;
import dev.guildhall.http.account.OAuthRoutes;
import dev.guildhall.http.limit.BucketRateLimiter;
import dev.guildhall.http.limit.ClientAddress;
import dev.guildhall.http.server.Server;
import dev.guildhall.http.system.Metrics;
import dev.guildhall.integrations.PromptStop;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.oauth.OAuthProviders;
import dev.guildhall.testkit.ManualTicker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Our account service on a free port, over a core in memory whose time a test advances. */
final class SignInServer implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A response. */
    record Answer(int status, JsonNode json) {
        public String text(String pointer) {
            return json.at(pointer).asText();
        }
    }

    private final ManualTicker time = new ManualTicker(Instant.now());
    private final Server server;

    SignInServer(OAuthProviders providers) {
        Core core = Core.of(parts -> parts.clock(time)
                .ticker(time)
                .oauthProviders(providers)
                .passwordHasher(new Pbkdf2PasswordHasher(SystemTime.SECRETS, 1)));
        List<Route> routes = new ArrayList<>(new AccountRoutes(core.accounts()).routes());
        routes.addAll(new OAuthRoutes(core.oauth()).routes());
        Mount mount = Mount.of(Service.ACCOUNT, "", routes, new AccountErrors());
        Metrics metrics = new Metrics(Set.of(), "1.2.3");
        server = Server.start(
                List.of(new Listener("127.0.0.1", 0, List.of(mount))),
                new Guard(
                        new CallerResolver(
                                core.accounts(),
                                core.factors(),
                                new ClientAddress(List.of()),
                                new BrowserSessions(core.webSessions(), PublicAddress.fixed("http://127.0.0.1"))),
                        unlimited(),
                        new AllowedHosts(List.of()),
                        new CrossOriginProtection(PublicAddress.fixed(""), List.of())),
                metrics.requestLog(),
                PromptStop.LIMITS,
                Server.BackgroundReplies.NONE);
    }

    private RateLimits unlimited() {
        return new RateLimits(new BucketRateLimiter(time), new RateLimit(0), new RateLimit(0));
    }

    ManualTicker time() {
        return time;
    }

    Answer get(String path) {
        return send(request(path).build());
    }

    Answer getBearing(String token, String path) {
        return send(request(path).header("Authorization", "Bearer " + token).build());
    }

    Answer post(String path, String body) {
        return send(request(path)
                .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
                .build());
    }

    Answer postBearing(String token, String path, String body) {
        return send(request(path)
                .header("Authorization", "Bearer " + token)
                .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
                .build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.ports().getFirst() + path));
    }

    private static Answer send(HttpRequest request) {
        try {
            HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), JSON.readTree(response.body()));
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
