package dev.guildhall.http.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.guildhall.http.ExternalTokens;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.oauth.ExternalAccounts;
import dev.guildhall.ports.oauth.ExternalBearer;
import dev.guildhall.ports.oauth.ExternalIdentity;
import dev.guildhall.ports.oauth.IdentityKey;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.session.AccessToken;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Access tokens of another issuer: JWTs that its published keys verify. Their bearers have accounts, which the first use
 * creates, or none, as its {@link TrustedIssuer} says. A token that names a different issuer is not
 * examined further and causes no request.
 */
public final class IssuerTokens implements ExternalTokens {
    private static final Set<JWSAlgorithm> ALGORITHMS =
            Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256, JWSAlgorithm.PS256);
    private static final Set<JOSEObjectType> TYPES =
            Set.of(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), new JOSEObjectType("application/at+jwt"));
    private static final Duration CLOCK_SKEW = Duration.ofSeconds(30);
    private static final Duration ISSUED_SKEW = Duration.ofMinutes(1);
    private static final int MAX_SUBJECT = 255;

    private final TrustedIssuer issuer;
    private final IssuerKeys keys;
    private final Optional<ExternalAccounts> accounts;
    private final InstantSource clock;

    public IssuerTokens(TrustedIssuer issuer, ExternalAccounts accounts, InstantSource clock) {
        this.issuer = issuer;
        this.keys = new IssuerKeys(issuer, clock);
        this.accounts = Optional.of(accounts).filter(known -> issuer.provisioning());
        this.clock = clock;
    }

    @Override
    public Optional<Caller.User> bearer(Caller caller, AccessToken token) {
        String text = token.value();
        Optional<IssuerBearer> bearer =
                keys.verified(text).or(() -> ofIssuer(text).map(jwt -> verify(text, jwt)));
        bearer.filter(known -> !clock.instant().isBefore(known.expiresAt().plus(CLOCK_SKEW)))
                .ifPresent(expired -> {
                    throw new Refusal(new CommonProblem.TokenExpired());
                });
        return bearer.map(known -> known.caller().apply(caller));
    }

    private Optional<SignedJWT> ofIssuer(String token) {
        if (!CompactForm.isTaken(token) || !mayNameIssuer(token)) {
            return Optional.empty();
        }
        try {
            SignedJWT jwt = SignedJWT.parse(token);
            return issuer.issuer().equals(jwt.getJWTClaimsSet().getIssuer()) ? Optional.of(jwt) : Optional.empty();
        } catch (ParseException malformed) {
            return Optional.empty();
        }
    }

    /** Avoids parsing our own tokens: JSON without a backslash contains its strings literally. */
    private boolean mayNameIssuer(String token) {
        int from = token.indexOf('.') + 1;
        try {
            byte[] json = Base64.getUrlDecoder().decode(token.substring(from, token.indexOf('.', from)));
            String claims = new String(json, StandardCharsets.UTF_8);
            return claims.contains(issuer.issuer()) || claims.indexOf('\\') >= 0;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private IssuerBearer verify(String text, SignedJWT jwt) {
        try {
            requireSignature(jwt);
            IssuerBearer bearer =
                    bearer(text, jwt.getJWTClaimsSet(), jwt.getPayload().toJSONObject());
            keys.keep(text, bearer);
            return bearer;
        } catch (ParseException | JOSEException | IllegalArgumentException malformed) {
            throw JwtAccessTokens.invalid();
        }
    }

    private void requireSignature(SignedJWT jwt) throws JOSEException {
        JWSHeader header = jwt.getHeader();
        boolean taken = ALGORITHMS.contains(header.getAlgorithm())
                && (header.getType() == null || TYPES.contains(header.getType()))
                && header.getKeyID() != null
                && header.getCriticalParams() == null;
        Optional<IssuerKey> key = taken ? keys.find(header.getAlgorithm(), header.getKeyID()) : Optional.empty();
        if (key.isEmpty() || !jwt.verify(key.get().verifier())) {
            throw JwtAccessTokens.invalid();
        }
    }

    /** The library would accept a number as a subject, and would convert a time that is too large to another time. */
    private IssuerBearer bearer(String text, JWTClaimsSet claims, Map<String, Object> said) {
        Instant now = clock.instant();
        Instant expires = JwtAccessTokens.time(said.get("exp"));
        Instant begins = timeOr(said.get("nbf"), now);
        Instant issued = timeOr(said.get("iat"), now);
        boolean begun = !now.plus(CLOCK_SKEW).isBefore(begins);
        boolean issuedLater = issued.isAfter(now.plus(ISSUED_SKEW));
        if (!begun || issuedLater || !claims.getAudience().contains(issuer.audience())) {
            throw JwtAccessTokens.invalid();
        }
        String subject = subject(said.get("sub"));
        return accounts.map(known -> withAccount(known, identity(subject, said), text, said, expires))
                .orElseGet(() -> withoutAccount(subject, expires));
    }

    private static Instant timeOr(@Nullable Object claim, Instant absent) {
        return claim == null ? absent : JwtAccessTokens.time(claim);
    }

    private static String subject(@Nullable Object name) {
        if (!(name instanceof String subject) || subject.isEmpty() || subject.length() > MAX_SUBJECT) {
            throw JwtAccessTokens.invalid();
        }
        return subject;
    }

    /**
     * The same person always has the same identifiers, derived from the issuer's identifier. The identifiers of
     * accounts have no second underscore, so these never equal one of them.
     */
    private IssuerBearer withoutAccount(String subject, Instant expires) {
        String digest = Sha256.of(issuer.issuer() + '\n' + subject).value();
        Caller.User guest = new Caller.User(
                new UserId(UserId.EXTERNAL + digest),
                new ProfileId("prf_ext_" + digest),
                new SessionId(SessionId.EXTERNAL + digest),
                Set.of(Role.USER));
        return new IssuerBearer(ignored -> guest, expires);
    }

    private IssuerBearer withAccount(
            ExternalAccounts known, ExternalIdentity identity, String text, Map<String, Object> said, Instant expires) {
        ExternalBearer bearer = new ExternalBearer(
                new SessionId(SessionId.EXTERNAL + Sha256.of(text).value()),
                identity,
                issuer.adminClaim().filter(claim -> claim.isIn(said)).isPresent(),
                expires);
        return new IssuerBearer(caller -> known.authenticate(caller, bearer), expires);
    }

    private ExternalIdentity identity(String subject, Map<String, Object> said) {
        try {
            return ExternalIdentity.described(
                    new IdentityKey(issuer.issuer(), subject),
                    text(said.get("email")),
                    Boolean.TRUE.equals(said.get("email_verified")),
                    text(said.get("name")).or(() -> text(said.get("preferred_username"))));
        } catch (Refusal malformed) {
            throw JwtAccessTokens.invalid();
        }
    }

    private static Optional<String> text(@Nullable Object claim) {
        return claim instanceof String text ? Optional.of(text) : Optional.empty();
    }
}
