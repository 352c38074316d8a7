package dev.guildhall.http;

import dev.guildhall.http.limit.ClientAddress;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Factors;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.session.OpenCall;
import io.javalin.http.Context;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Identifies the caller of a request by its access token or API key. */
public final class CallerResolver {
    private static final String AUTHORIZATION = "Authorization";
    private static final List<String> API_KEYS = List.of("x-api-key", "x-goog-api-key");
    private static final String SCHEME = "bearer ";
    /** Access tokens are accepted from any address. */
    private static final Caller BEARER = Caller.anonymous();

    private static final int MAX_TOKEN = 8192;

    private final Accounts accounts;
    private final Factors factors;
    private final ClientAddress addresses;
    private final BrowserSessions sessions;

    public CallerResolver(Accounts accounts, Factors factors, ClientAddress addresses, BrowserSessions sessions) {
        this.accounts = accounts;
        this.factors = factors;
        this.addresses = addresses;
        this.sessions = sessions;
    }

    /** The user of a browser session; refuses with {@code CommonProblem.Unauthenticated}. */
    Caller.User session(Context ctx) {
        return sessions.cookie(ctx)
                .read(ctx)
                .map(key -> sessions.sessions().authenticate(BEARER, key))
                .orElseThrow(() -> new Refusal(new CommonProblem.Unauthenticated("there is no session; sign in")));
    }

    /** Whether the caller has to add a second factor before anything else. */
    boolean lacksFactor(Caller caller) {
        return factors.isMissing(caller);
    }

    public ClientAddress addresses() {
        return addresses;
    }

    Caller.Anonymous anonymous(Context ctx) {
        return new Caller.Anonymous(addresses.of(ctx), Optional.ofNullable(ctx.header("User-Agent")));
    }

    /**
     * The signed-in caller.
     *
     * @param external issuer whose tokens are accepted besides our own
     * @throws Refusal with {@code CommonProblem.Unauthenticated} or {@code CommonProblem.TokenExpired}, and with
     *     {@code CommonProblem.Unavailable} when the other issuer must be asked and cannot be reached
     */
    Caller.User bearer(Context ctx, Optional<ExternalTokens> external) {
        AccessToken token = token(ctx);
        return external.flatMap(others -> others.bearer(anonymous(ctx), token))
                .orElseGet(() -> accounts.authenticate(BEARER, token));
    }

    /** As {@link #bearer}, or anonymous without a valid token: a client may send an expired one with every request. */
    Caller optional(Context ctx, Optional<ExternalTokens> external) {
        if (ctx.header(AUTHORIZATION) == null && API_KEYS.stream().allMatch(name -> ctx.header(name) == null)) {
            return anonymous(ctx);
        }
        try {
            return bearer(ctx, external);
        } catch (Refusal refusal) {
            return switch (refusal.problem()) {
                case CommonProblem.Unauthenticated ignored -> anonymous(ctx);
                case CommonProblem.TokenExpired ignored -> anonymous(ctx);
                default -> throw refusal;
            };
        }
    }

    /** Calls back when the caller's rights end during a call. An anonymous caller has no rights that can end. */
    OpenCall open(Caller caller, Consumer<Problem> ended) {
        return switch (caller) {
            case Caller.User user -> accounts.open(user, ended);
            case Caller.Anonymous ignored -> () -> {};
        };
    }

    /**
     * The token of {@code Authorization}, of {@code x-api-key}, which clients of Anthropic send, or of
     * {@code x-goog-api-key}, which clients of Google send (models-26).
     */
    private static AccessToken token(Context ctx) {
        List<String> tokens = Stream.concat(
                        header(ctx, AUTHORIZATION).map(CallerResolver::bearerOf).stream(),
                        API_KEYS.stream().flatMap(name -> header(ctx, name).map(String::strip).stream()))
                .distinct()
                .toList();
        if (tokens.isEmpty()) {
            throw new Refusal(new CommonProblem.Unauthenticated("an access token is needed: Authorization: Bearer …"));
        }
        if (tokens.size() > 1) {
            throw new Refusal(new CommonProblem.Unauthenticated(
                    "Authorization and " + String.join(" and ", API_KEYS) + " contain different tokens"));
        }
        String token = tokens.getFirst();
        if (token.isEmpty() || token.length() > MAX_TOKEN) {
            throw new Refusal(new CommonProblem.Unauthenticated("the access token is not valid"));
        }
        return new AccessToken(token);
    }

    private static String bearerOf(String header) {
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw new Refusal(new CommonProblem.Unauthenticated("an access token is needed: Authorization: Bearer …"));
        }
        return header.substring(SCHEME.length()).strip();
    }

    /** Refuses two headers of one name: a proxy might have checked the other one. */
    private static Optional<String> header(Context ctx, String name) {
        Enumeration<String> sent = ctx.req().getHeaders(name);
        Optional<String> first = sent.hasMoreElements() ? Optional.of(sent.nextElement()) : Optional.empty();
        if (sent.hasMoreElements()) {
            throw new Refusal(new CommonProblem.Unauthenticated("there is more than one " + name + " header"));
        }
        return first;
    }
}
