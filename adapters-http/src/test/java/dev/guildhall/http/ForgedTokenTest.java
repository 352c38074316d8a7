package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.time.ManualTicker;
import dev.guildhall.ports.account.SigningKey;
import dev.guildhall.ports.account.SigningKeyStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that are not ours, or that we never would have issued, over the socket. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForgedTokenTest {
    private static final String SESSION = "/api/v1/auth/session";
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final String HEADER = "{'typ':'at+jwt','alg':'RS256','kid':'KID'}";

    private TestServer server;
    private Client.Person ada;
    private Client.Person bob;
    private String keyId = "";
    private final Forge attacker = Forge.ofAttacker();
    private Forge ours = attacker;

    @BeforeAll
    void start() {
        AtomicReference<SigningKeyStore> store = new AtomicReference<>();
        server = TestServer.start(
                parts -> {
                    store.set(parts.signingKeyStore());
                    return parts.clock(new ManualTicker(NOW));
                },
                List.of(),
                List.of());
        ada = server.client().stranger();
        bob = server.client().stranger();
        SigningKey key = store.get().all().getFirst();
        keyId = key.keyId();
        ours = Forge.with(key);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /** Claims of Ada's, each as JSON, with some of them changed; an empty text takes one away. */
    private String claims(String... changes) {
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

    private String header(String json) {
        return json.replace("KID", keyId).replace("LONG", "k".repeat(10_240 / 2));
    }

    private String good() {
        return ours.token(header(HEADER), claims());
    }

    private Client.Answer bearing(String token) {
        return server.client().bearing(token).get(SESSION);
    }

    private void assertRefused(String token) {
        assertRefused(token, "UNAUTHENTICATED");
    }

    private void assertRefused(String token, String code) {
        Client.Answer answer = bearing(token);
        assertThat(answer.status()).as(answer.body()).isEqualTo(401);
        assertThat(answer.text("error.code")).isEqualTo(code);
    }

    @Test
    void the_forge_makes_tokens_that_are_good_when_nothing_is_changed() {
        assertThat(bearing(good()).text("userId")).isEqualTo(ada.userId());
    }

    @ParameterizedTest
    @ValueSource(strings = {"at+jwt", "AT+JWT", "application/at+jwt", "Application/AT+JWT"})
    void a_token_of_our_type_in_another_spelling_is_good(String type) {
        Client.Answer answer = bearing(ours.token(header(HEADER.replace("at+jwt", type)), claims()));

        assertThat(answer.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'alg':'none','typ':'at+jwt','kid':'KID'}",
                "{'alg':'None','typ':'at+jwt','kid':'KID'}",
                "{'alg':'nOnE','typ':'at+jwt','kid':'KID'}",
                "{'alg':'NONE','typ':'at+jwt'}",
                "{'alg':'','typ':'at+jwt','kid':'KID'}"
            })
    void a_token_without_a_signature_is_refused_however_it_says_so(String header) {
        String content = Forge.content(header(header), claims());

        assertRefused(content + ".");
        assertRefused(content);
        assertRefused(ours.token(header(header), claims()));
    }

    @Test
    void the_public_key_as_a_shared_secret_is_refused() {
        String header = header("{'alg':'HS256','typ':'at+jwt','kid':'KID'}");

        assertRefused(Forge.hmac(ours.pem(), header, claims()));
        assertRefused(Forge.hmac(ours.der(), header, claims()));
        assertRefused(Forge.hmac(Arrays.copyOf(ours.pem(), ours.pem().length - 1), header, claims()));
        assertRefused(Forge.hmac(ours.der(), header(HEADER), claims()));
        assertRefused(Forge.hmac(new byte[1], header, claims()));
    }

    @ParameterizedTest
    @CsvSource({"RS384,SHA384withRSA", "RS512,SHA512withRSA", "RS256,SHA384withRSA", "RS1,SHA1withRSA"})
    void an_algorithm_that_is_not_ours_is_refused_though_the_key_is_ours(String name, String algorithm) {
        assertRefused(ours.token(algorithm, header(HEADER.replace("RS256", name)), claims()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'typ':'at+jwt','kid':'KID'}",
                "{'alg':null,'typ':'at+jwt','kid':'KID'}",
                "{'alg':7,'typ':'at+jwt','kid':'KID'}",
                "{'alg':['RS256'],'typ':'at+jwt','kid':'KID'}",
                "{'alg':'rs256','typ':'at+jwt','kid':'KID'}",
                "{'alg':'RS256 ','typ':'at+jwt','kid':'KID'}",
                "{'alg':'PS256','typ':'at+jwt','kid':'KID'}",
                "{'alg':'ES256','typ':'at+jwt','kid':'KID'}",
                "{'alg':'dir','enc':'A256GCM','typ':'at+jwt','kid':'KID'}",
                "{'alg':'RS256','typ':'JWT','kid':'KID'}",
                "{'alg':'RS256','kid':'KID'}",
                "{'alg':'RS256','typ':null,'kid':'KID'}",
                "{'alg':'RS256','typ':'','kid':'KID'}",
                "{'alg':'RS256','typ':1,'kid':'KID'}",
                "{'alg':'RS256','typ':'at+jwt ','kid':'KID'}",
                "{'alg':'RS256','typ':'text/at+jwt','kid':'KID'}",
                "{'alg':'RS256','typ':'id+jwt','kid':'KID'}",
                "{'alg':'RS256','typ':'at+jwt'}",
                "{'alg':'RS256','typ':'at+jwt','kid':null}",
                "{'alg':'RS256','typ':'at+jwt','kid':7}",
                "{'alg':'RS256','typ':'at+jwt','kid':['KID']}",
                "{'alg':'RS256','typ':'at+jwt','kid':{'KID':'KID'}}",
                "{'alg':'RS256','typ':'at+jwt','kid':''}",
                "{'alg':'RS256','typ':'at+jwt','kid':'KID\\u0000'}",
                "{'alg':'RS256','typ':'at+jwt','kid':'../../../../etc/passwd'}",
                "{'alg':'RS256','typ':'at+jwt','kid':'file:///dev/null'}",
                "{'alg':'RS256','typ':'at+jwt','kid':'x\\u0027 OR 1=1 --'}",
                "{'alg':'RS256','typ':'at+jwt','kid':'x\\u0027 UNION SELECT \\u0027AA==\\u0027 --'}",
                "{'alg':'RS256','typ':'at+jwt','kid':'\\r\\nid=1 route=x'}",
                "{'alg':'RS256','typ':'at+jwt','kid':'\\ud800'}",
                "{'alg':'RS256','typ':'at+jwt','kid':'LONG'}",
                "{'alg':'RS256','typ':'at+jwt','kid':'KID','crit':['exp']}",
                "{'alg':'RS256','typ':'at+jwt','kid':'KID','crit':[]}",
                "{'alg':'RS256','typ':'at+jwt','kid':'KID','crit':'exp'}",
                "{'alg':'RS256','typ':'at+jwt','kid':'KID','crit':['b64'],'b64':false}",
                "{'alg':'RS256','typ':'at+jwt','kid':'KID','b64':false}",
                "{'alg':'none','alg':'RS256','typ':'at+jwt','kid':'KID'}",
                "{'alg':'RS256','alg':'none','typ':'at+jwt','kid':'KID'}",
                "{'alg':'RS256','typ':'at+jwt','kid':'x','kid':'KID'}",
                "{'alg':'RS256','typ':'JWT','typ':'at+jwt','kid':'KID'}",
                "{'alg':'RS256','typ':'at+jwt','kid':'KID'",
                "{'alg':'RS256','typ':'at+jwt','kid':'KID'}{}",
                "['RS256']",
                "'RS256'",
                "null",
                "{}"
            })
    void a_header_that_is_not_ours_is_refused_though_the_key_is_ours(String header) {
        assertRefused(ours.token(header(header), claims()));
    }

    @Test
    void a_key_that_a_token_brings_or_points_at_is_not_trusted_and_nobody_is_asked_for_it() throws IOException {
        try (ServerSocketChannel bait = ServerSocketChannel.open()) {
            bait.configureBlocking(false);
            bait.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String address = "http://127.0.0.1:" + bait.socket().getLocalPort() + "/keys";
            String certificate = Base64.getEncoder().encodeToString(attacker.der());
            List<String> additions = List.of(
                    "'jwk':" + attacker.jwk("theirs"),
                    "'jwk':" + attacker.jwk(keyId),
                    "'jku':'" + address + "'",
                    "'x5u':'" + address + "'",
                    "'x5c':['" + certificate + "']",
                    "'x5t':'AAAA','x5u':'" + address + "'",
                    "'jku':'" + address + "','jwk':" + attacker.jwk("theirs") + ",'x5u':'" + address + "'");

            assertThat(additions).allSatisfy(addition -> {
                assertRefused(attacker.token("{'alg':'RS256','typ':'at+jwt'," + addition + "}", claims()));
                assertRefused(
                        attacker.token("{'alg':'RS256','typ':'at+jwt','kid':'theirs'," + addition + "}", claims()));
                assertRefused(attacker.token(
                        header("{'alg':'RS256','typ':'at+jwt','kid':'KID'," + addition + "}"), claims()));
            });

            assertThat(bait.accept()).isNull();
        }
    }

    private Stream<String> signatures() {
        String content = Forge.content(header(HEADER), claims());
        byte[] good = ours.signature("SHA256withRSA", content);
        String text = Forge.part(good);
        byte[] wrapped = new byte[good.length + 4];
        wrapped[0] = 4;
        wrapped[1] = (byte) 0x82;
        wrapped[2] = 1;
        System.arraycopy(good, 0, wrapped, 4, good.length);
        byte[] shifted = new byte[good.length + 1];
        System.arraycopy(good, 0, shifted, 1, good.length);
        return Stream.of(
                "",
                "A",
                Forge.part(new byte[good.length]),
                Forge.part(wrapped),
                Forge.part(shifted),
                Forge.part(Arrays.copyOf(good, good.length - 1)),
                Forge.part(Arrays.copyOf(good, good.length + 1)),
                Forge.part(Arrays.copyOf(good, 2 * good.length)),
                Forge.part(attacker.signature("SHA256withRSA", content)),
                text.substring(1),
                text.substring(0, text.length() - 1),
                text + "==",
                text + "=",
                text + ".",
                "." + text,
                text.substring(0, 10) + " " + text.substring(10),
                text.substring(0, 10) + "\t" + text.substring(10),
                text + "%20",
                "+/" + text,
                withLooseEnd(text));
    }

    /** Another last character for the same bytes: of its six bits the lower four are in none of them. */
    private static String withLooseEnd(String base64) {
        char last = base64.charAt(base64.length() - 1);
        return base64.substring(0, base64.length() - 1) + (char) (last + 1);
    }

    @ParameterizedTest
    @MethodSource("signatures")
    void a_signature_in_any_other_form_is_refused(String signature) {
        assertRefused(Forge.content(header(HEADER), claims()) + "." + signature);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "iss|'http://them'",
                "iss|'http://guildhall.test/'",
                "iss|['http://guildhall.test']",
                "iss|null",
                "iss|``",
                "aud|'others'",
                "aud|['guildhall','others']",
                "aud|['others','guildhall']",
                "aud|['guildhall','guildhall']",
                "aud|{'guildhall':true}",
                "aud|'guildhall others'",
                "aud|[]",
                "aud|null",
                "aud|``",
                "sub|``",
                "sub|null",
                "sub|7",
                "sub|['usr_1']",
                "sub|''",
                "sub|'a b'",
                "sub|'usr_1\\u0000'",
                "sub|'usr_1','sub':'usr_2'",
                "sid|``",
                "sid|{}",
                "sid|'ses_unknown'",
                "sid|'\\ud800'",
                "pid|``",
                "pid|1",
                "roles|``",
                "roles|'admin'",
                "roles|['root']",
                "roles|[1]",
                "roles|null",
                "roles|[null]",
                "roles|['user'],'roles':['admin']",
                "iat|``",
                "iat|'yesterday'",
                "nbf|``",
                "nbf|1767323146000",
                "nbf|'1767323045'",
                "nbf|null",
                "nbf|[1767323045]",
                "nbf|true",
                "nbf|1e308",
                "exp|``",
                "exp|null",
                "exp|'2147483647'",
                "exp|[2147483647]",
                "exp|{}",
                "exp|true",
                "exp|1e308",
                "exp|-1e308",
                "exp|1e19",
                "exp|9223372036854775807",
                "exp|99999999999999999999999999",
                "exp|2147483647,'exp':2147483647",
                "exp|NaN"
            })
    void a_claim_that_is_not_ours_is_refused_though_the_key_is_ours(String name, String json) {
        assertRefused(ours.token(header(HEADER), claims(name, json)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "''", "null", "7", "", "{", "{'a':1}{}", "eyJhbGciOiJub25lIn0.e30."})
    void claims_that_are_no_object_are_refused_though_the_key_is_ours(String claims) {
        assertRefused(ours.token(header(HEADER), claims));
    }

    @Test
    void a_single_audience_in_an_array_is_the_same_audience() {
        assertThat(bearing(ours.token(header(HEADER), claims("aud", "['guildhall']")))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1767323045", "1767323044.9", "1767322000", "1", "0", "-1"})
    void a_token_that_only_has_expired_is_said_to_have(String expiry) {
        assertRefused(ours.token(header(HEADER), claims("exp", expiry)), "TOKEN_EXPIRED");
    }

    @Test
    void a_token_that_has_expired_and_is_wrong_besides_is_wrong() {
        String past = Long.toString(NOW.getEpochSecond() - 1);

        assertRefused(attacker.token(header(HEADER), claims("exp", past)));
        assertRefused(Forge.content(header(HEADER), claims("exp", past)) + ".");
        assertRefused(ours.token(header(HEADER.replace("at+jwt", "JWT")), claims("exp", past)));
        assertRefused(ours.token(header(HEADER), claims("exp", past, "iss", "'http://them'")));
        assertRefused(ours.token(header(HEADER), claims("exp", past, "aud", "'others'")));
        assertRefused(ours.token(header(HEADER), claims("exp", past, "sub", "")));
        assertRefused(ours.token(header(HEADER), claims("exp", past, "roles", "['root']")));
    }

    @Test
    void a_token_of_one_session_and_another_user_is_refused_though_the_key_is_ours() {
        String sessionOfBob = "'" + Tokens.claim(bob.accessToken(), "sid") + "'";

        assertRefused(ours.token(header(HEADER), claims("sub", "'" + bob.userId() + "'")));
        assertRefused(ours.token(header(HEADER), claims("sid", sessionOfBob)));
        assertThat(bearing(good()).status()).isEqualTo(200);
        assertThat(bob.client().get(SESSION).text("userId")).isEqualTo(bob.userId());
    }

    @Test
    void parts_of_good_tokens_make_no_good_token() {
        String[] hers = ada.accessToken().split("\\.");
        String[] his = bob.accessToken().split("\\.");

        assertRefused(hers[0] + "." + his[1] + "." + hers[2]);
        assertRefused(hers[0] + "." + hers[1] + "." + his[2]);
        assertRefused(hers[0] + "." + hers[1]);
        assertRefused(hers[1] + "." + hers[0] + "." + hers[2]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.b.c.d.e",
                "a..c.d.e",
                "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA",
                "eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.AAAA.AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA",
                "..",
                "...",
                "%2e%2e",
                "null",
                "undefined",
                "{}"
            })
    void an_encrypted_token_and_what_is_none_are_refused(String token) {
        assertRefused(token);
    }

    @Test
    void a_token_within_a_token_is_refused() {
        String nested = header("{'alg':'RS256','typ':'at+jwt','cty':'JWT','kid':'KID'}");

        assertRefused(ours.token(nested, good()));
    }

    @Test
    void a_long_token_is_refused_and_a_very_long_one_before_it_is_read() {
        String long12 = ours.token(header(HEADER), claims("jti", "'" + "j".repeat(9_000) + "'"));
        try (RawHttp http = new RawHttp(server.port())) {
            String headers = "Authorization: Bearer " + "a".repeat(100 * 1024) + "\r\n";

            String answer = http.request("GET", SESSION, headers, "").readAll();

            assertThat(answer).startsWith("HTTP/1.1 431 ").contains("application/json");
        }
        assertRefused(long12);
    }
}
