package dev.guildhall.http.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.guildhall.core.Parts;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.key.SigningKeySource;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccessClaims;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.testkit.ManualTicker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class JwtAccessTokensTest {
    private static final JwtAccessTokens.IssuerIdentity IDENTITY =
            new JwtAccessTokens.IssuerIdentity("http://us", true, "guildhall");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final JOSEObjectType TYPE = new JOSEObjectType("at+jwt");

    private final ManualTicker clock = new ManualTicker(START);
    private final SigningKeySource source =
            new Parts().clock(clock).signingKeyMaker(new LentKeys()).signingKeySource();
    private final KeyRing ring = new KeyRing(source, clock);
    private final JwtAccessTokens tokens = new JwtAccessTokens(source, IDENTITY, clock);
    private final AccessClaims claims = new AccessClaims(
            new Caller.User(new UserId("usr_1"), new ProfileId("prf_1"), new SessionId("ses_1"), Set.of(Role.USER)),
            START,
            START.plus(Duration.ofMinutes(15)));

    private JWTClaimsSet.Builder body() {
        return new JWTClaimsSet.Builder()
                .issuer(IDENTITY.address().get())
                .audience(IDENTITY.audience())
                .subject("usr_1")
                .claim("sid", "ses_1")
                .claim("pid", "prf_1")
                .claim("roles", List.of("user"))
                .issueTime(Date.from(START))
                .notBeforeTime(Date.from(START))
                .expirationTime(Date.from(claims.expiresAt()));
    }

    private static String sign(RSAKey key, JWSHeader header, JWTClaimsSet body) throws Exception {
        SignedJWT jwt = new SignedJWT(header, body);
        jwt.sign(RsaSigning.signer(key));
        return jwt.serialize();
    }

    private String signed(JWTClaimsSet body) throws Exception {
        RSAKey key = ring.signing().jwk();
        return sign(
                key,
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .type(TYPE)
                        .keyID(key.getKeyID())
                        .build(),
                body);
    }

    private void assertRefused(String token, Class<? extends Problem> problem) {
        assertRefused(tokens, token, problem);
    }

    private static void assertRefused(JwtAccessTokens by, String token, Class<? extends Problem> problem) {
        assertThatThrownBy(() -> by.verify(new AccessToken(token)))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.problem()).isInstanceOf(problem));
    }

    @Test
    void what_was_issued_is_read_again() {
        AccessToken token = tokens.issue(claims);

        AccessClaims read = tokens.verify(token);

        assertThat(read).isEqualTo(claims);
    }

    @Test
    void the_header_names_type_algorithm_and_key() throws Exception {
        SignedJWT jwt = SignedJWT.parse(tokens.issue(claims).value());

        assertThat(jwt.getHeader().getType()).isEqualTo(TYPE);
        assertThat(jwt.getHeader().getAlgorithm()).isEqualTo(JWSAlgorithm.RS256);
        assertThat(tokens.publicKeys()).contains(jwt.getHeader().getKeyID());
        assertThat(jwt.getJWTClaimsSet().getJWTID()).isNotEmpty();
    }

    @Test
    void a_token_expires_at_its_time_and_not_before() {
        AccessToken token = tokens.issue(claims);
        clock.advance(Duration.ofMinutes(15).minusMillis(1));
        assertThat(tokens.verify(token)).isEqualTo(claims);

        clock.advance(Duration.ofMillis(1));

        assertRefused(token.value(), CommonProblem.TokenExpired.class);
    }

    @Test
    void another_issuer_audience_or_missing_claim_is_refused() throws Exception {
        assertRefused(signed(body().issuer("http://them").build()), CommonProblem.Unauthenticated.class);
        assertRefused(signed(body().audience("others").build()), CommonProblem.Unauthenticated.class);
        assertRefused(
                signed(body().audience(List.of("guildhall", "others")).build()), CommonProblem.Unauthenticated.class);
        assertRefused(signed(body().claim("sid", null).build()), CommonProblem.Unauthenticated.class);
        assertRefused(signed(body().claim("roles", List.of("root")).build()), CommonProblem.Unauthenticated.class);
        assertRefused(signed(body().expirationTime(null).build()), CommonProblem.Unauthenticated.class);
        assertRefused(
                signed(body().notBeforeTime(Date.from(START.plusSeconds(60))).build()),
                CommonProblem.Unauthenticated.class);
    }

    @Test
    void nodes_that_share_keys_but_no_name_take_each_others_tokens() throws Exception {
        String ofAnother = signed(body().issuer("http://us:8081").build());
        String ofNobody = signed(body().issuer(null).build());
        JwtAccessTokens unnamed =
                new JwtAccessTokens(source, new JwtAccessTokens.IssuerIdentity("http://us", false, "guildhall"), clock);

        assertThat(unnamed.verify(new AccessToken(ofAnother))).isEqualTo(claims);
        assertRefused(unnamed, ofNobody, CommonProblem.Unauthenticated.class);
        assertRefused(unnamed, signed(body().audience("others").build()), CommonProblem.Unauthenticated.class);
    }

    @Test
    void tokens_have_the_address_that_is_set_now_and_earlier_ones_stay_valid() throws Exception {
        AtomicReference<String> address = new AtomicReference<>("http://localhost:8080");
        JwtAccessTokens changing = new JwtAccessTokens(
                source, new JwtAccessTokens.IssuerIdentity(address::get, false, "guildhall"), clock);
        AccessToken earlier = changing.issue(claims);

        address.set("https://guildhall.example");
        AccessToken later = changing.issue(claims);

        assertThat(SignedJWT.parse(earlier.value()).getJWTClaimsSet().getIssuer())
                .isEqualTo("http://localhost:8080");
        assertThat(SignedJWT.parse(later.value()).getJWTClaimsSet().getIssuer()).isEqualTo("https://guildhall.example");
        assertThat(changing.verify(earlier)).isEqualTo(claims);
        assertThat(changing.verify(later)).isEqualTo(claims);
    }

    @Test
    void a_token_of_another_type_is_refused() throws Exception {
        RSAKey key = ring.signing().jwk();
        JWSHeader plain = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .type(JOSEObjectType.JWT)
                .keyID(key.getKeyID())
                .build();

        assertRefused(sign(key, plain, body().build()), CommonProblem.Unauthenticated.class);
    }

    @Test
    void the_full_name_of_our_type_was_refused() throws Exception {
        JWSHeader full = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .type(new JOSEObjectType("application/at+jwt"))
                .keyID(ring.signing().keyId())
                .build();

        AccessClaims read = tokens.verify(new AccessToken(sign(ring.signing().jwk(), full, body().build())));

        assertThat(read).isEqualTo(claims);
    }

    @Test
    void a_foreign_key_with_our_key_id_is_refused() throws Exception {
        RSAKey theirs = new RSAKeyGenerator(2048)
                .provider(RsaSigning.FASTER.orElse(null))
                .keyID(ring.signing().keyId())
                .generate();
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .type(TYPE)
                .keyID(theirs.getKeyID())
                .jwk(theirs.toPublicJWK())
                .build();

        assertRefused(sign(theirs, header, body().build()), CommonProblem.Unauthenticated.class);
    }

    @Test
    void no_signature_and_the_public_key_as_a_shared_secret_are_refused() throws Exception {
        String none = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("{\"alg\":\"none\",\"typ\":\"at+jwt\"}".getBytes(StandardCharsets.UTF_8));
        String good = tokens.issue(claims).value();
        SignedJWT hmac = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256)
                        .type(TYPE)
                        .keyID(ring.signing().keyId())
                        .build(),
                body().build());
        hmac.sign(new MACSigner(ring.signing().jwk().toRSAPublicKey().getEncoded()));

        assertRefused(none + "." + good.split("\\.")[1] + ".", CommonProblem.Unauthenticated.class);
        assertRefused(hmac.serialize(), CommonProblem.Unauthenticated.class);
        assertRefused(good.substring(0, good.lastIndexOf('.') + 1), CommonProblem.Unauthenticated.class);
        assertRefused("", CommonProblem.Unauthenticated.class);
        assertRefused("a.b.c", CommonProblem.Unauthenticated.class);
        assertRefused(good + "==", CommonProblem.Unauthenticated.class);
        assertRefused(" " + good, CommonProblem.Unauthenticated.class);
    }

    @Test
    void a_token_with_another_last_character_for_the_same_signature_was_good_too() {
        String good = tokens.issue(claims).value();
        char last = good.charAt(good.length() - 1);

        assertRefused(good.substring(0, good.length() - 1) + (char) (last + 1), CommonProblem.Unauthenticated.class);
    }

    @Test
    void a_time_beyond_all_calendars_came_round_to_the_past() throws Exception {
        for (String claim : List.of("exp", "nbf", "iat")) {
            assertRefused(signed(body().claim(claim, 1e308).build()), CommonProblem.Unauthenticated.class);
            assertRefused(signed(body().claim(claim, -1e308).build()), CommonProblem.Unauthenticated.class);
            assertRefused(signed(body().claim(claim, Long.MAX_VALUE).build()), CommonProblem.Unauthenticated.class);
        }
    }

    @Test
    void a_malformed_identifier_in_a_token_was_a_fault_of_the_body() throws Exception {
        for (String claim : List.of("sub", "sid", "pid")) {
            assertRefused(signed(body().claim(claim, "").build()), CommonProblem.Unauthenticated.class);
            assertRefused(signed(body().claim(claim, "a b").build()), CommonProblem.Unauthenticated.class);
        }
    }

    @Test
    void a_header_of_null_was_a_fault_of_the_server() {
        assertRefused("bnVsbA.e30.AAAA", CommonProblem.Unauthenticated.class);
        assertRefused("e30.bnVsbA.AAAA", CommonProblem.Unauthenticated.class);
    }

    @Test
    void a_key_that_another_node_made_is_found() {
        JwtAccessTokens other = new JwtAccessTokens(source, IDENTITY, clock);
        tokens.issue(claims);

        AccessClaims read = other.verify(tokens.issue(claims));

        assertThat(read).isEqualTo(claims);
    }
}
