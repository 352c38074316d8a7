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
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.testkit.ManualTicker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IssuerTokensTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @AutoClose
    private final Issuer issuer = new Issuer();

    private final ManualTicker clock = new ManualTicker(START);
    private final IssuerTokens tokens = new IssuerTokens(issuer.trusted(), Issuer.NO_ACCOUNTS, clock);

    private Optional<Caller.User> bearer(String token) {
        return tokens.bearer(Caller.anonymous(), new AccessToken(token));
    }

    private Caller.User user(String token) {
        return bearer(token).orElseThrow();
    }

    private void isNotValid(String token) {
        assertThatThrownBy(() -> bearer(token))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isInstanceOf(CommonProblem.Unauthenticated.class));
    }

    private void fails(String token, Class<? extends Problem> problem) {
        assertThatThrownBy(() -> bearer(token))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.problem()).isInstanceOf(problem));
    }

    @Test
    void a_good_token_names_its_bearer() {
        Caller.User ada = user(issuer.token(START));

        assertThat(ada.userId().value()).matches("usr_ext_[0-9a-f]{64}");
        assertThat(ada.profileId().value()).isEqualTo(ada.userId().value().replace("usr", "prf"));
        assertThat(ada.sessionId().value()).isEqualTo(ada.userId().value().replace("usr", "ses"));
        assertThat(ada.roles()).containsExactly(Role.USER);
    }

    @Test
    void a_bearer_has_the_same_unique_identifier_after_a_restart() {
        Caller.User ada = user(issuer.token(START));
        Caller.User again = new IssuerTokens(issuer.trusted(), Issuer.NO_ACCOUNTS, clock)
                .bearer(Caller.anonymous(), new AccessToken(issuer.token(START.plusSeconds(1))))
                .orElseThrow();
        Caller.User bob = user(issuer.signed(issuer.claims(START).subject("bob").build()));

        assertThat(again).isEqualTo(ada);
        assertThat(bob.userId()).isNotEqualTo(ada.userId());
    }

    @Test
    void roles_that_a_token_claims_are_not_given() {
        JWTClaimsSet claims =
                issuer.claims(START).claim("roles", List.of("admin")).build();

        assertThat(user(issuer.signed(claims)).roles()).isEqualTo(Set.of(Role.USER));
    }

    @Test
    void a_token_from_more_than_a_minute_ahead_is_refused() {
        Date near = Date.from(START.plusSeconds(59));
        Date far = Date.from(START.plusSeconds(61));

        assertThat(bearer(issuer.signed(issuer.claims(START).issueTime(near).build())))
                .isPresent();
        fails(issuer.signed(issuer.claims(START).issueTime(far).build()), CommonProblem.Unauthenticated.class);
    }

    @Test
    void keys_of_all_three_algorithms_verify() {
        JWTClaimsSet claims = issuer.claims(START).build();

        assertThat(bearer(Issuer.signed(Issuer.RSA, JWSAlgorithm.RS256, claims)))
                .isPresent();
        assertThat(bearer(Issuer.signed(Issuer.RSA, JWSAlgorithm.PS256, claims)))
                .isPresent();
        assertThat(bearer(Issuer.signed(Issuer.EC, JWSAlgorithm.ES256, claims))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"at+jwt", "AT+JWT", "application/at+jwt", "JWT", ""})
    void types_of_access_tokens_are_taken(String type) {
        assertThat(bearer(ofType(type))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"logout+jwt", "dpop+jwt", "secevent+jwt"})
    void other_types_are_not(String type) {
        isNotValid(ofType(type));
    }

    private String ofType(String type) {
        JWSHeader.Builder header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(Issuer.RSA.getKeyID());
        if (!type.isEmpty()) {
            header.type(new JOSEObjectType(type));
        }
        return Issuer.signed(Issuer.RSA, header.build(), issuer.claims(START).build());
    }

    @Test
    void an_audience_may_be_one_of_several() {
        JWTClaimsSet claims = issuer.claims(START)
                .audience(List.of("another-service", Issuer.AUDIENCE))
                .build();

        assertThat(bearer(issuer.signed(claims))).isPresent();
    }

    @Test
    void a_token_for_another_audience_is_not_valid() {
        isNotValid(issuer.signed(
                issuer.claims(START).audience("https://llm.corp.example/").build()));
        isNotValid(
                issuer.signed(issuer.claims(START).audience(List.of("a", "b")).build()));
        isNotValid(issuer.signed(issuer.claims(START).audience((String) null).build()));
    }

    @Test
    void a_token_without_a_subject_or_with_a_huge_one_is_not_valid() {
        isNotValid(issuer.signed(issuer.claims(START).subject(null).build()));
        isNotValid(issuer.signed(issuer.claims(START).subject("").build()));
        isNotValid(issuer.signed(issuer.claims(START).subject("a".repeat(256)).build()));
        isNotValid(issuer.signed(issuer.claims(START).claim("sub", 7).build()));
        assertThat(bearer(issuer.signed(
                        issuer.claims(START).subject("ü".repeat(255)).build())))
                .isPresent();
    }

    @Test
    void a_token_that_begins_later_is_not_valid_yet_but_for_the_skew_of_clocks() {
        JWTClaimsSet.Builder claims = issuer.claims(START);

        assertThat(bearer(issuer.signed(
                        claims.notBeforeTime(Date.from(START.plusSeconds(30))).build())))
                .isPresent();
        isNotValid(issuer.signed(
                claims.notBeforeTime(Date.from(START.plusSeconds(31))).build()));
    }

    @Test
    void a_token_expires_when_it_was_verified_before_too() {
        String token = issuer.token(START);
        String unseen =
                issuer.signed(issuer.claims(START).claim("jti", "unseen").build());
        bearer(token);
        clock.advance(Duration.ofMinutes(10).plusSeconds(29));
        assertThat(bearer(token)).isPresent();

        clock.advance(Duration.ofSeconds(1));

        fails(token, CommonProblem.TokenExpired.class);
        fails(unseen, CommonProblem.TokenExpired.class);
    }

    @Test
    void a_token_without_an_end_or_with_one_beyond_all_calendars_is_not_valid() {
        isNotValid(issuer.signed(issuer.claims(START).expirationTime(null).build()));
        isNotValid(issuer.signed(issuer.claims(START).claim("exp", 1e300).build()));
    }

    @Test
    void a_token_that_no_key_signed_is_not_this_issuers() {
        assertThat(bearer(new PlainJWT(issuer.claims(START).build()).serialize() + "AAAA"))
                .isEmpty();
    }

    @Test
    void a_signature_made_with_the_public_key_as_a_secret_is_not_valid() throws Exception {
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.HS256)
                .keyID(Issuer.RSA.getKeyID())
                .build();
        SignedJWT jwt = new SignedJWT(header, issuer.claims(START).build());
        jwt.sign(new MACSigner(Issuer.RSA.toRSAPublicKey().getEncoded()));

        isNotValid(jwt.serialize());
    }

    @Test
    void a_signature_of_another_key_under_a_known_name_is_not_valid() throws Exception {
        RSAKey forged = new RSAKeyGenerator(2048)
                .provider(RsaSigning.FASTER.orElse(null))
                .keyID(Issuer.RSA.getKeyID())
                .generate();

        isNotValid(
                Issuer.signed(forged, JWSAlgorithm.RS256, issuer.claims(START).build()));
    }

    @Test
    void a_key_is_found_by_its_name_alone() {
        JWSHeader nameless = new JWSHeader.Builder(JWSAlgorithm.RS256).build();
        JWTClaimsSet claims = issuer.claims(START).build();

        isNotValid(Issuer.signed(Issuer.RSA, nameless, claims));
        isNotValid(Issuer.signed(Issuer.NEXT_RSA, JWSAlgorithm.RS256, claims));
    }

    @Test
    void a_key_that_a_token_brings_along_is_not_believed() {
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .keyID(Issuer.NEXT_RSA.getKeyID())
                .jwk(Issuer.NEXT_RSA.toPublicJWK())
                .build();

        isNotValid(Issuer.signed(Issuer.NEXT_RSA, header, issuer.claims(START).build()));
    }

    @Test
    void changed_claims_are_not_valid() {
        String[] parts = issuer.token(START).split("\\.");
        String claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
        String changed = claims.replace("\"ada\"", "\"eve\"");
        String forged =
                Base64.getUrlEncoder().withoutPadding().encodeToString(changed.getBytes(StandardCharsets.UTF_8));

        assertThat(changed).isNotEqualTo(claims);
        isNotValid(parts[0] + "." + forged + "." + parts[2]);
    }

    @Test
    void other_issuers_and_those_that_look_alike_are_not_looked_at() {
        Stream.of(
                        issuer.name() + "/",
                        issuer.name().replace("http:", "HTTP:"),
                        issuer.name() + ".example",
                        " " + issuer.name(),
                        "https://us")
                .forEach(name -> assertThat(bearer(
                                issuer.signed(issuer.claims(START).issuer(name).build())))
                        .as(name)
                        .isEmpty());
        assertThat(bearer(issuer.signed(issuer.claims(START).issuer(null).build())))
                .isEmpty();
        assertThat(bearer("no token")).isEmpty();
        assertThat(issuer.keySetReads).hasValue(0);
    }

    @Test
    void a_name_that_json_spells_in_another_way_is_the_same() {
        String header = "{\"alg\":\"RS256\",\"kid\":\"rsa-1\"}";
        String claims = "{\"iss\":\"" + issuer.name().replace("/", "\\/") + "\"}";

        isNotValid(encoded(header) + "." + encoded(claims) + ".AAAA");
    }

    private static String encoded(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void another_spelling_of_the_same_bytes_was_as_good_as_the_issuers(int part) {
        String good = issuer.token(START);
        String[] parts = good.split("\\.");
        parts[part] = withLooseEnd(parts[part]);

        assertThat(bearer(good)).isPresent();
        assertThat(bearer(String.join(".", parts))).isEmpty();
    }

    /** Where the last character has bits that are in no byte, another one says the same; else one says nothing more. */
    private static String withLooseEnd(String base64) {
        int end = base64.length() - 1;
        char last = base64.charAt(end);
        return base64.length() % 4 == 0 ? base64 + "A" : base64.substring(0, end) + (char) (last + 1);
    }
}
