package dev.guildhall.core.authorization;

import dev.guildhall.core.account.SessionService;
import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.RateVerdict;
import dev.guildhall.ports.authorization.ClientDocuments;
import dev.guildhall.ports.authorization.ClientRedirect;
import dev.guildhall.ports.authorization.OAuthClient;
import dev.guildhall.ports.authorization.OAuthClientStore;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.AccountProblem.ClientRefused.Reason;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.ClientId;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The OAuth clients: those that have registered, and those whose identifier is the address of a document that describes
 * them.
 */
public final class ClientRegistry {
    /** Reads no documents: every client must register. */
    public static final ClientDocuments NO_DOCUMENTS = (id, address) -> {
        throw unknown("client_id: this server reads no documents of clients");
    };

    private static final String DOCUMENT = "https://";
    private static final Pattern DOTS = Pattern.compile("(?i)(\\.|%2e){1,2}");

    private record Read(OAuthClient client, Instant at) {}

    private final InstantSource clock;
    private final IdSource ids;
    private final OAuthClientStore store;
    private final ClientDocuments documents;
    private final RateLimiter rates;
    private final Map<ClientId, Read> read = BoundedMap.firstInFirstOut(AuthorizationLimits.DOCUMENTS_KEPT);

    public ClientRegistry(
            SessionService.Sources sources, OAuthClientStore store, ClientDocuments documents, RateLimiter rates) {
        this.clock = sources.clock();
        this.ids = sources.ids();
        this.store = store;
        this.documents = documents;
        this.rates = rates;
    }

    OAuthClient register(Caller caller, String name, List<ClientRedirect> redirects) {
        requireRate(rates, "oauth-registration:" + addressOf(caller), AuthorizationLimits.REGISTRATIONS);
        OAuthClient client = new OAuthClient(new ClientId(ids.next("client")), name, redirects);
        store.add(client, clock.instant(), AuthorizationLimits.CLIENTS);
        return client;
    }

    /** The client that asks a user; a document is read only for a signed-in user. */
    OAuthClient find(Caller.User user, ClientId id) {
        return id.value().startsWith(DOCUMENT)
                ? described(user, id)
                : store.find(id).orElseThrow(() -> unknown("client_id: is not registered; register again"));
    }

    private OAuthClient described(Caller.User user, ClientId id) {
        Optional<OAuthClient> known = known(id);
        if (known.isPresent()) {
            return known.get();
        }
        URI address = address(id);
        requireRate(rates, "oauth-document:" + user.userId().value(), AuthorizationLimits.DOCUMENTS);
        OAuthClient client = documents.read(id, address);
        synchronized (read) {
            read.remove(id);
            read.put(id, new Read(client, clock.instant()));
        }
        return client;
    }

    private Optional<OAuthClient> known(ClientId id) {
        Instant oldest = clock.instant().minus(AuthorizationLimits.DOCUMENT_LIFE);
        synchronized (read) {
            return Optional.ofNullable(read.get(id))
                    .filter(one -> one.at().isAfter(oldest))
                    .map(Read::client);
        }
    }

    /** Client ID metadata document, section 3: the form of an identifier that is an address. */
    private static URI address(ClientId id) {
        try {
            URI address = new URI(id.value());
            boolean isGood = address.getHost() != null
                    && address.getRawUserInfo() == null
                    && address.getRawFragment() == null
                    && address.getRawPath().length() > 1
                    && Arrays.stream(address.getRawPath().split("/"))
                            .noneMatch(step -> DOTS.matcher(step).matches());
            if (isGood) {
                return address;
            }
        } catch (URISyntaxException malformed) {
            throw malformedAddress();
        }
        throw malformedAddress();
    }

    private static Refusal malformedAddress() {
        return unknown("client_id: must be an https address with a path, without dot segments, a user and a fragment");
    }

    private static Refusal unknown(String message) {
        return new Refusal(new AccountProblem.ClientRefused(Reason.INVALID_CLIENT, message));
    }

    private static String addressOf(Caller caller) {
        return switch (caller) {
            case Caller.Anonymous anonymous -> anonymous.clientAddress();
            case Caller.User user -> user.userId().value();
        };
    }

    static void requireRate(RateLimiter rates, String key, RateLimit limit) {
        RateVerdict verdict = rates.take(key, limit);
        if (!verdict.allowed()) {
            throw new Refusal(new CommonProblem.RateLimited(verdict.retryAfter()));
        }
    }
}
