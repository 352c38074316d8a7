package dev.guildhall.http.account;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.Service;
import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Budget;
import dev.guildhall.ports.BudgetUse;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.admin.Administration;
import dev.guildhall.ports.apikey.ApiKey;
import dev.guildhall.ports.apikey.ApiKeyChange;
import dev.guildhall.ports.apikey.ApiKeyName;
import dev.guildhall.ports.apikey.ApiKeyScope;
import dev.guildhall.ports.apikey.ApiKeys;
import dev.guildhall.ports.apikey.MadeApiKey;
import dev.guildhall.ports.apikey.ManagedApiKey;
import dev.guildhall.ports.apikey.NewApiKey;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** API keys over HTTP (keys-1 to keys-9). */
public final class ApiKeyRoutes {
    private static final int MOST_REQUESTS = 1_000_000;
    private static final int MOST_TOKENS = 1_000_000_000;

    private static final RequestReader<Caller.Key.Limits> LIMITS = RequestReader.object(ApiKeyRoutes::limits);
    private static final RequestReader<List<String>> NAMES = RequestReader.list(RequestReader.text(), ApiKeyScope.MOST);
    private static final RequestReader<List<String>> TOOLS =
            RequestReader.list(RequestReader.text(ApiKeyRoutes::tool), ApiKeyScope.MOST);
    private static final RequestReader<List<String>> SERVICES =
            RequestReader.list(RequestReader.text(ApiKeyRoutes::service), Service.values().length);

    private record LimitsJson(
            @Nullable Integer requestsPerMinute,
            @Nullable Integer tokensPerMinute,
            @Nullable BudgetJson budget) {
        static LimitsJson of(Caller.Key.Limits limits, Optional<BudgetUse> use) {
            return new LimitsJson(
                    perMinute(limits.requests()), perMinute(limits.tokens()), BudgetJson.of(limits.budget(), use));
        }

        private static @Nullable Integer perMinute(RateLimit limit) {
            return limit.isOff() ? null : Integer.valueOf(limit.perMinute());
        }
    }

    /** The JSON of one key; {@code key} is the secret itself, which only the response to its creation has. */
    private record KeyJson(
            String id,
            String name,
            String prefix,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String key,

            @Nullable List<String> services,
            @Nullable List<String> tools,
            @Nullable List<String> models,
            LimitsJson limits,
            String createdAt,
            @Nullable String expiresAt,
            @Nullable String lastUsedAt) {
        static KeyJson of(ManagedApiKey managed) {
            return of(managed, null);
        }

        static KeyJson of(ManagedApiKey managed, @Nullable String secret) {
            ApiKey key = managed.key();
            return new KeyJson(
                    key.id().value(),
                    key.name().value(),
                    key.prefix(),
                    secret,
                    names(key.scope().services()),
                    names(key.scope().tools()),
                    names(key.scope().models()),
                    LimitsJson.of(key.limits(), managed.budget()),
                    Json.timestamp(key.createdAt()),
                    key.expiresAt().map(Json::timestamp).orElse(null),
                    key.lastUsedAt().map(Json::timestamp).orElse(null));
        }

        private static @Nullable List<String> names(Optional<Set<String>> names) {
            return names.map(all -> all.stream().sorted().toList()).orElse(null);
        }
    }

    private record OwnedKeyJson(
            @JsonUnwrapped KeyJson key,
            String userId,
            @Nullable String email) {
        static OwnedKeyJson of(ManagedApiKey managed, Map<UserId, Email> emails) {
            UserId owner = managed.key().userId();
            Email email = emails.get(owner);
            return new OwnedKeyJson(KeyJson.of(managed), owner.value(), email == null ? null : email.value());
        }
    }

    private final ApiKeys keys;
    private final Administration administration;

    public ApiKeyRoutes(ApiKeys keys, Administration administration) {
        this.keys = keys;
        this.administration = administration;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/keys", Access.BEARER, this::create),
                Route.get("/keys", Access.BEARER, this::list),
                Route.patch("/keys/{keyId}", Access.BEARER, this::change),
                Route.delete("/keys/{keyId}", Access.BEARER, this::revoke),
                Route.post("/groups/{groupId}/keys", Access.BEARER, this::createOfGroup),
                Route.get("/groups/{groupId}/keys", Access.BEARER, this::listOfGroup),
                Route.get("/admin/keys", Access.BEARER, this::listAny),
                Route.delete("/admin/keys/{keyId}", Access.BEARER, this::revokeAny));
    }

    private void create(Exchange exchange) {
        NewApiKey wanted = newKey(exchange);
        created(exchange, keys.create(exchange.caller(), wanted));
    }

    private void createOfGroup(Exchange exchange) {
        GroupId group = groupId(exchange);
        NewApiKey wanted = newKey(exchange);
        created(exchange, keys.createOfGroup(exchange.caller(), group, wanted));
    }

    private static void created(Exchange exchange, MadeApiKey made) {
        exchange.secretJson(201, KeyJson.of(made.key(), made.secret()));
    }

    private static NewApiKey newKey(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<ApiKeyName> name = body.required("name", RequestReader.text(ApiKeyName::new));
        Supplier<Optional<Instant>> expiresAt = body.optional("expiresAt", RequestReader.text(ApiKeyRoutes::timestamp));
        Supplier<Optional<List<String>>> services = body.optional("services", SERVICES);
        Supplier<Optional<List<String>>> tools = body.optional("tools", TOOLS);
        Supplier<Optional<List<String>>> models = body.optional("models", NAMES);
        Supplier<Caller.Key.Limits> limits = body.optional("limits", LIMITS, Caller.Key.Limits.NONE);
        body.check();
        ApiKeyScope scope = new ApiKeyScope(set(services.get()), set(tools.get()), set(models.get()));
        return new NewApiKey(name.get(), expiresAt.get(), scope, limits.get());
    }

    private void list(Exchange exchange) {
        exchange.json(200, Json.page("keys", keys.list(exchange.caller(), exchange.page("key")), KeyJson::of));
    }

    private void listOfGroup(Exchange exchange) {
        GroupId group = groupId(exchange);
        Page<ManagedApiKey> page = keys.listOfGroup(exchange.caller(), group, exchange.page("key"));
        exchange.json(200, Json.page("keys", page, KeyJson::of));
    }

    private static GroupId groupId(Exchange exchange) {
        return exchange.pathId("groupId", "group", GroupId::new);
    }

    private void listAny(Exchange exchange) {
        Optional<UserId> owner = exchange.query("userId").map(UserId::new);
        Page<ManagedApiKey> page = keys.listAny(exchange.caller(), owner, exchange.page("key"));
        List<UserId> owners =
                page.items().stream().map(managed -> managed.key().userId()).toList();
        Map<UserId, Email> emails = administration.emails(exchange.caller(), owners);
        exchange.json(200, Json.page("keys", page, key -> OwnedKeyJson.of(key, emails)));
    }

    private void revokeAny(Exchange exchange) {
        keys.revokeAny(exchange.caller(), keyId(exchange));
        exchange.noContent();
    }

    private void change(Exchange exchange) {
        ApiKeyId id = keyId(exchange);
        JsonBody body = exchange.body();
        Supplier<Optional<ApiKeyName>> name = body.optional("name", RequestReader.text(ApiKeyName::new));
        Supplier<Optional<Caller.Key.Limits>> limits = body.optional("limits", LIMITS);
        body.check();
        ManagedApiKey changed = keys.change(exchange.caller(), id, new ApiKeyChange(name.get(), limits.get()));
        exchange.json(200, KeyJson.of(changed));
    }

    private void revoke(Exchange exchange) {
        keys.revoke(exchange.caller(), keyId(exchange));
        exchange.noContent();
    }

    private static ApiKeyId keyId(Exchange exchange) {
        return exchange.pathId("keyId", "API key", ApiKeyId::new);
    }

    private static Optional<Set<String>> set(Optional<List<String>> names) {
        return names.map(HashSet::new);
    }

    private static Caller.Key.Limits limits(JsonBody body) {
        Supplier<Integer> requests = body.optional("requestsPerMinute", RequestReader.integer(1, MOST_REQUESTS), 0);
        Supplier<Integer> tokens = body.optional("tokensPerMinute", RequestReader.integer(1, MOST_TOKENS), 0);
        Supplier<Optional<Budget>> budget = body.optional("budget", BudgetJson::read);
        body.check();
        return new Caller.Key.Limits(new RateLimit(requests.get()), new RateLimit(tokens.get()), budget.get());
    }

    private static String tool(String entry) {
        if (!AllowedTools.isEntry(entry)) {
            throw Refusal.invalid("tools", "must be the name of a tool, or <integration>.*");
        }
        return entry;
    }

    /** No key reaches the web application. */
    private static String service(String name) {
        return Service.fromWire(name)
                .filter(service -> service != Service.CHAT)
                .map(Service::wireName)
                .orElseThrow(() -> Refusal.invalid(
                        "services", "must be one of account, tools, completion, agent, runs, orchestration"));
    }

    static Instant timestamp(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException malformed) {
            throw Refusal.invalid("expiresAt", "must be an ISO 8601 timestamp such as 2030-01-31T12:00:00Z");
        }
    }
}
