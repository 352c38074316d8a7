package dev.guildhall.http.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.Tokens;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.ports.key.SigningKeyStore;
import dev.guildhall.testkit.ManualTicker;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** A server whose key has leaked, and two people with sessions on it. Apostrophes stand for quotation marks. */
final class ForgedTokens implements AutoCloseable {
    static final String SESSION = "/api/v1/auth/session";
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    static final String HEADER = "{'typ':'at+jwt','alg':'RS256','kid':'KID'}";

    private static final int LONG = 5_000;

    private final AtomicReference<SigningKeyStore> store = new AtomicReference<>();
    private final TestServer server;
    private final Client.Person ada;
    private final Client.Person bob;
    private final String keyId;
    private final Forge ours;

    ForgedTokens() {
        server = TestServer.start(parts -> {
            store.set(parts.stores().signingKeys());
            return parts.clock(new ManualTicker(NOW));
        });
        ada = server.client().stranger();
        bob = server.client().stranger();
        SigningKey key = store.get().all().stream()
                .filter(one -> one.phase() instanceof KeyPhase.Active)
                .findFirst()
                .orElseThrow();
        keyId = key.keyId();
        ours = Forge.with(key);
    }

    TestServer server() {
        return server;
    }

    /** Whose claims the forged ones are. */
    Client.Person ada() {
        return ada;
    }

    Client.Person bob() {
        return bob;
    }

    String keyId() {
        return keyId;
    }

    /** Signs as the server does. */
    Forge ours() {
        return ours;
    }

    /** Claims of Ada's, each as JSON, with some of them changed; an empty text takes one away. */
    String claims(String... changes) {
        Map<String, String> claims = new TreeMap<>(Map.of(
                "iss", "'" + TestServer.ISSUER + "'",
                "aud", "'" + TestServer.AUDIENCE + "'",
                "sub", "'" + ada.userId() + "'",
                "sid", "'" + Tokens.claim(ada.accessToken(), "sid") + "'",
                "pid", "'" + Tokens.claim(ada.accessToken(), "pid") + "'",
                "roles", "['user']",
                "iat", Long.toString(NOW.getEpochSecond()),
                "nbf", Long.toString(NOW.getEpochSecond()),
                "exp", Long.toString(NOW.getEpochSecond() + 900)));
        for (int i = 0; i < changes.length; i += 2) {
            claims.put(changes[i], changes[i + 1]);
        }
        return claims.entrySet().stream()
                .filter(claim -> !claim.getValue().isEmpty())
                .map(claim -> "'" + claim.getKey() + "':" + claim.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** A header with our key's name for KID, and a long one for LONG. */
    String header(String json) {
        return json.replace("KID", keyId).replace("LONG", "k".repeat(LONG));
    }

    Client.Answer bearing(String token) {
        return server.client().bearing(token).get(SESSION);
    }

    void assertRefused(String token) {
        assertRefused(token, "UNAUTHENTICATED");
    }

    void assertRefused(String token, String code) {
        Client.Answer answer = bearing(token);
        assertThat(answer.error()).isEqualTo("401 " + code);
    }

    String good() {
        return withClaims();
    }

    /** Good but for its header. */
    String withHeader(String json) {
        return ours.token(header(json), claims());
    }

    /** Good but for changes of its {@link #claims}. */
    String withClaims(String... changes) {
        return ours.token(header(HEADER), claims(changes));
    }

    @Override
    public void close() {
        server.close();
    }
}
