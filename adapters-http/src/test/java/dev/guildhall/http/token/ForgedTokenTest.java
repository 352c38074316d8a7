package dev.guildhall.http.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens with headers, keys and signatures that are not ours, over the socket. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForgedTokenTest {
    @AutoClose
    private final ForgedTokens forged = new ForgedTokens();

    private final Forge attacker = Forge.ofAttacker();

    @Test
    void the_forge_makes_tokens_that_are_good_when_nothing_is_changed() {
        assertThat(forged.bearing(forged.good()).text("userId"))
                .isEqualTo(forged.ada().userId());
    }

    @ParameterizedTest
    @ValueSource(strings = {"at+jwt", "AT+JWT", "application/at+jwt", "Application/AT+JWT"})
    void a_token_of_our_type_in_another_spelling_is_good(String type) {
        Client.Answer answer = forged.bearing(forged.withHeader(ForgedTokens.HEADER.replace("at+jwt", type)));

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
        String content = Forge.content(forged.header(header), forged.claims());

        forged.assertRefused(content + ".");
        forged.assertRefused(content);
        forged.assertRefused(forged.withHeader(header));
    }

    @Test
    void the_public_key_as_a_shared_secret_is_refused() {
        String header = forged.header("{'alg':'HS256','typ':'at+jwt','kid':'KID'}");

        forged.assertRefused(Forge.hmac(forged.ours().pem(), header, forged.claims()));
        forged.assertRefused(Forge.hmac(forged.ours().der(), header, forged.claims()));
        forged.assertRefused(Forge.hmac(
                Arrays.copyOf(forged.ours().pem(), forged.ours().pem().length - 1), header, forged.claims()));
        forged.assertRefused(Forge.hmac(forged.ours().der(), forged.header(ForgedTokens.HEADER), forged.claims()));
        forged.assertRefused(Forge.hmac(new byte[1], header, forged.claims()));
    }

    @ParameterizedTest
    @CsvSource({"RS384,SHA384withRSA", "RS512,SHA512withRSA", "RS256,SHA384withRSA", "RS1,SHA1withRSA"})
    void an_algorithm_that_is_not_ours_is_refused_though_the_key_is_ours(String name, String algorithm) {
        forged.assertRefused(forged.ours()
                .token(algorithm, forged.header(ForgedTokens.HEADER.replace("RS256", name)), forged.claims()));
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
        forged.assertRefused(forged.withHeader(header));
    }

    @Test
    void a_key_in_a_token_or_at_its_address_is_not_trusted_and_not_fetched() throws IOException {
        try (ServerSocketChannel bait = ServerSocketChannel.open()) {
            bait.configureBlocking(false);
            bait.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String address = "http://127.0.0.1:" + bait.socket().getLocalPort() + "/keys";
            String certificate = Base64.getEncoder().encodeToString(attacker.der());
            List<String> additions = List.of(
                    "'jwk':" + attacker.jwk("theirs"),
                    "'jwk':" + attacker.jwk(forged.keyId()),
                    "'jku':'" + address + "'",
                    "'x5u':'" + address + "'",
                    "'x5c':['" + certificate + "']",
                    "'x5t':'AAAA','x5u':'" + address + "'",
                    "'jku':'" + address + "','jwk':" + attacker.jwk("theirs") + ",'x5u':'" + address + "'");

            assertThat(additions).allSatisfy(addition -> {
                forged.assertRefused(
                        attacker.token("{'alg':'RS256','typ':'at+jwt'," + addition + "}", forged.claims()));
                forged.assertRefused(attacker.token(
                        "{'alg':'RS256','typ':'at+jwt','kid':'theirs'," + addition + "}", forged.claims()));
                forged.assertRefused(attacker.token(
                        forged.header("{'alg':'RS256','typ':'at+jwt','kid':'KID'," + addition + "}"), forged.claims()));
            });

            assertThat(bait.accept()).isNull();
        }
    }

    private Stream<String> signatures() {
        String content = Forge.content(forged.header(ForgedTokens.HEADER), forged.claims());
        byte[] good = forged.ours().signature("SHA256withRSA", content);
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
        forged.assertRefused(Forge.content(forged.header(ForgedTokens.HEADER), forged.claims()) + "." + signature);
    }

    @Test
    void parts_of_good_tokens_make_no_good_token() {
        String[] hers = forged.ada().accessToken().split("\\.");
        String[] his = forged.bob().accessToken().split("\\.");

        forged.assertRefused(hers[0] + "." + his[1] + "." + hers[2]);
        forged.assertRefused(hers[0] + "." + hers[1] + "." + his[2]);
        forged.assertRefused(hers[0] + "." + hers[1]);
        forged.assertRefused(hers[1] + "." + hers[0] + "." + hers[2]);
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
        forged.assertRefused(token);
    }

    @Test
    void a_token_within_a_token_is_refused() {
        String nested = forged.header("{'alg':'RS256','typ':'at+jwt','cty':'JWT','kid':'KID'}");

        forged.assertRefused(forged.ours().token(nested, forged.good()));
    }

    @Test
    void a_long_token_is_refused_and_a_very_long_one_before_it_is_read() {
        String long12 = forged.withClaims("jti", "'" + "j".repeat(9_000) + "'");
        try (RawHttp http = new RawHttp(forged.server().port())) {
            String headers = "Authorization: Bearer " + "a".repeat(100 * 1024) + "\r\n";

            String answer =
                    http.request("GET", ForgedTokens.SESSION, headers, "").readAll();

            assertThat(answer).startsWith("HTTP/1.1 431 ").contains("application/json");
        }
        forged.assertRefused(long12);
    }
}
