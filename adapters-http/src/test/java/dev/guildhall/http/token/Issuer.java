package dev.guildhall.http.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.guildhall.ports.oauth.ExternalAccounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Another organisation's identity provider, on loopback: its keys, its documents, and tokens that it signs. */
public final class Issuer implements AutoCloseable {
    public static final String AUDIENCE = "https://llm.corp.example";

    /** For bearers without accounts. */
    public static final ExternalAccounts NO_ACCOUNTS = (caller, bearer) -> {
        throw new AssertionError("no account is needed");
    };

    static final RSAKey RSA = rsa("rsa-1");
    static final RSAKey NEXT_RSA = rsa("rsa-2");
    static final ECKey EC = ec("ec-1");

    private static final int OK = 200;
    private static final int DOWN = 503;

    /** What is answered at the address of the key set. */
    final AtomicReference<String> keySet = new AtomicReference<>(published(RSA, EC));

    final AtomicInteger status = new AtomicInteger(OK);
    final AtomicInteger keySetReads = new AtomicInteger();
    final AtomicReference<Runnable> beforeAnswering = new AtomicReference<>(() -> {});
    private final HttpServer server;

    public Issuer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/.well-known/openid-configuration", exchange -> answer(exchange, discovery()));
        server.createContext("/keys", exchange -> {
            keySetReads.incrementAndGet();
            beforeAnswering.get().run();
            answer(exchange, keySet.get());
        });
        server.createContext("/elsewhere", exchange -> {
            exchange.getResponseHeaders().add("Location", name() + "/keys");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        server.start();
    }

    private static RSAKey rsa(String keyId) {
        try {
            return new RSAKeyGenerator(2048)
                    .provider(RsaSigning.FASTER.orElse(null))
                    .keyID(keyId)
                    .generate();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static ECKey ec(String keyId) {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID(keyId).generate();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static String published(JWK... keys) {
        return new JWKSet(List.of(keys)).toPublicJWKSet().toString();
    }

    /** The issuer's name, which is its address. */
    String name() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** As a configuration has it that names no key set. */
    public TrustedIssuer trusted() {
        return new TrustedIssuer(name(), Optional.empty(), AUDIENCE);
    }

    /** As a configuration has it that lets its bearers have accounts. */
    public TrustedIssuer provisioning(Optional<AdminClaim> adminClaim) {
        return new TrustedIssuer(name(), Optional.empty(), AUDIENCE, true, adminClaim);
    }

    /** As a configuration has it that names a key set at that path. */
    TrustedIssuer trusted(String path) {
        return new TrustedIssuer(name(), Optional.of(URI.create(name() + path)), AUDIENCE);
    }

    private String discovery() {
        return "{\"issuer\":\"" + name() + "\",\"jwks_uri\":\"" + name() + "/keys\"}";
    }

    private void answer(HttpExchange exchange, String document) throws IOException {
        byte[] body = document.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status.get(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** From now on nothing can be read. */
    public void goDown() {
        status.set(DOWN);
    }

    /** What a good token says; it is good for ten minutes. */
    JWTClaimsSet.Builder claims(Instant now) {
        return new JWTClaimsSet.Builder()
                .issuer(name())
                .subject("ada")
                .audience(AUDIENCE)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(Duration.ofMinutes(10))));
    }

    /** A good token. */
    public String token(Instant now) {
        return signed(claims(now).build());
    }

    String signed(JWTClaimsSet claims) {
        return signed(RSA, JWSAlgorithm.RS256, claims);
    }

    static String signed(JWK key, JWSAlgorithm algorithm, JWTClaimsSet claims) {
        JWSHeader header = new JWSHeader.Builder(algorithm)
                .type(new JOSEObjectType("at+jwt"))
                .keyID(key.getKeyID())
                .build();
        return signed(key, header, claims);
    }

    static String signed(JWK key, JWSHeader header, JWTClaimsSet claims) {
        try {
            JWSSigner signer = key instanceof ECKey ec ? new ECDSASigner(ec) : RsaSigning.signer(key.toRSAKey());
            SignedJWT jwt = new SignedJWT(header, claims);
            jwt.sign(signer);
            return jwt.serialize();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
