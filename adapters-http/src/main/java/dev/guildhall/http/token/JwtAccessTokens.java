package dev.guildhall.http.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Id;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.key.SigningKeySource;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccessClaims;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.AccessTokens;
import dev.guildhall.ports.session.ClientId;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Access tokens as JWTs of type {@code at+jwt}, signed with RS256 (accounts-13). */
public final class JwtAccessTokens implements AccessTokens {
    private static final JOSEObjectType TYPE = new JOSEObjectType("at+jwt");
    private static final JOSEObjectType FULL_TYPE = new JOSEObjectType("application/at+jwt");
    /** The end of the audience of a token that was issued to an OAuth client: the address of the MCP endpoint. */
    private static final String CLIENT_AUDIENCE = "/mcp";

    private static final String CLIENT = "client_id";
    private static final Duration CLOCK_SKEW = Duration.ofSeconds(30);
    private static final double FAR_SECONDS = 1e11;

    /**
     * The issuer and the audience of tokens.
     *
     * @param address gives the public address of the installation, which tokens have as their issuer
     * @param isConfigured whether every node uses that name and it stays the same. Otherwise a token that was signed with
     *     the shared keys is accepted whatever its issuer is: each node may use its listener's address, and an admin may
     *     set another one while the server runs, whose earlier tokens stay valid until they expire
     * @param audience the services that accept the tokens
     */
    public record IssuerIdentity(Supplier<String> address, boolean isConfigured, String audience) {
        public IssuerIdentity(String issuer, boolean isConfigured, String audience) {
            this(() -> issuer, isConfigured, audience);
        }

        private boolean isIssuerOf(JWTClaimsSet claims) {
            return claims.getIssuer() != null && (!isConfigured || address.get().equals(claims.getIssuer()));
        }
    }

    private final VerifiedTokens<AccessClaims> verified = new VerifiedTokens<>();
    private final KeyRing keys;
    private final IssuerIdentity identity;
    private final InstantSource clock;

    public JwtAccessTokens(SigningKeySource keys, IssuerIdentity identity, InstantSource clock) {
        this.keys = new KeyRing(keys, clock);
        this.identity = identity;
        this.clock = clock;
    }

    /** The public keys as a JSON Web Key Set, for other services that verify tokens. */
    public String publicKeys() {
        return keys.publicKeys();
    }

    @Override
    public AccessToken issue(AccessClaims claims) {
        TokenKey key = keys.signing();
        Caller.User bearer = claims.caller();
        String issuer = identity.address().get();
        JWTClaimsSet body = new JWTClaimsSet.Builder()
                .issuer(issuer)
                .audience(
                        claims.client().map(ignored -> issuer + CLIENT_AUDIENCE).orElse(identity.audience()))
                .subject(bearer.userId().value())
                .claim("sid", bearer.sessionId().value())
                .claim("pid", bearer.profileId().value())
                .claim(CLIENT, claims.client().map(ClientId::value).orElse(null))
                .claim(
                        "roles",
                        bearer.roles().stream().sorted().map(Role::wireName).toList())
                .issueTime(Date.from(claims.issuedAt()))
                .notBeforeTime(Date.from(claims.issuedAt()))
                .expirationTime(Date.from(claims.expiresAt()))
                .jwtID(UUID.randomUUID().toString())
                .build();
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .type(TYPE)
                .keyID(key.keyId())
                .build();
        SignedJWT jwt = new SignedJWT(header, body);
        try {
            jwt.sign(key.signer());
        } catch (JOSEException impossible) {
            throw new IllegalStateException("a token cannot be signed", impossible);
        }
        return new AccessToken(jwt.serialize());
    }

    @Override
    public AccessClaims verify(AccessToken token) {
        AccessClaims claims = verified.find(token.value()).orElseGet(() -> read(token.value()));
        if (!clock.instant().isBefore(claims.expiresAt())) {
            throw new Refusal(new CommonProblem.TokenExpired());
        }
        return claims;
    }

    private AccessClaims read(String token) {
        if (!CompactForm.isTaken(token)) {
            throw invalid();
        }
        try {
            SignedJWT jwt = SignedJWT.parse(token);
            requireSignature(jwt);
            AccessClaims claims =
                    claimsOf(jwt.getJWTClaimsSet(), required(jwt.getPayload().toJSONObject()));
            verified.keep(token, claims);
            return claims;
        } catch (ParseException | JOSEException | IllegalArgumentException notOurs) {
            throw invalid();
        }
    }

    private void requireSignature(SignedJWT jwt) throws JOSEException {
        JWSHeader header = jwt.getHeader();
        boolean ourForm = JWSAlgorithm.RS256.equals(header.getAlgorithm())
                && (TYPE.equals(header.getType()) || FULL_TYPE.equals(header.getType()))
                && header.getKeyID() != null
                && header.getCriticalParams() == null;
        Optional<TokenKey> key = ourForm ? keys.find(header.getKeyID()) : Optional.empty();
        if (key.isEmpty() || !jwt.verify(key.get().verifier())) {
            throw invalid();
        }
    }

    private AccessClaims claimsOf(JWTClaimsSet claims, Map<String, Object> numbers) throws ParseException {
        Instant now = clock.instant();
        Instant issued = time(numbers.get("iat"));
        Instant begins = time(numbers.get("nbf"));
        Instant expires = time(numbers.get("exp"));
        if (!identity.isIssuerOf(claims) || now.plus(CLOCK_SKEW).isBefore(begins)) {
            throw invalid();
        }
        Caller.User bearer = new Caller.User(
                id(UserId::new, claims.getSubject()),
                id(ProfileId::new, claims.getStringClaim("pid")),
                id(SessionId::new, claims.getStringClaim("sid")),
                rolesOf(claims));
        return new AccessClaims(bearer, client(claims), issued, expires);
    }

    private Optional<ClientId> client(JWTClaimsSet claims) throws ParseException {
        List<String> audience = claims.getAudience();
        if (audience.equals(List.of(identity.audience()))) {
            return Optional.empty();
        }
        if (!audience.equals(List.of(claims.getIssuer() + CLIENT_AUDIENCE))) {
            throw invalid();
        }
        return Optional.of(new ClientId(required(claims.getStringClaim(CLIENT))));
    }

    private static Set<Role> rolesOf(JWTClaimsSet claims) throws ParseException {
        return required(claims.getStringListClaim("roles")).stream()
                .map(name -> Role.fromWire(name).orElseThrow(JwtAccessTokens::invalid))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** A number that is too large for a time would overflow to another time in the library. */
    static Instant time(@Nullable Object claim) {
        if (claim instanceof Number seconds && Math.abs(seconds.doubleValue()) < FAR_SECONDS) {
            return Instant.ofEpochSecond(seconds.longValue());
        }
        throw invalid();
    }

    private static <T extends Id> T id(Function<String, T> type, String claim) {
        try {
            return type.apply(required(claim));
        } catch (Refusal malformed) {
            throw invalid();
        }
    }

    private static <T> T required(T claim) {
        return Optional.ofNullable(claim).orElseThrow(JwtAccessTokens::invalid);
    }

    static Refusal invalid() {
        return new Refusal(new CommonProblem.Unauthenticated("the access token is not valid"));
    }
}
