package dev.guildhall.http.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Tokens;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that our key signed and that we never would have issued, over the socket. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForgedClaimsTest {
    @AutoClose
    private final ForgedTokens forged = new ForgedTokens();

    private final Forge attacker = Forge.ofAttacker();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        iss|'http://them'
        iss|'http://guildhall.test/'
        iss|['http://guildhall.test']
        iss|null
        iss|``
        aud|'others'
        aud|['guildhall','others']
        aud|['others','guildhall']
        aud|['guildhall','guildhall']
        aud|{'guildhall':true}
        aud|'guildhall others'
        aud|[]
        aud|null
        aud|``
        sub|``
        sub|null
        sub|7
        sub|['usr_1']
        sub|''
        sub|'a b'
        sub|'usr_1\\u0000'
        sub|'usr_1','sub':'usr_2'
        sid|``
        sid|{}
        sid|'ses_unknown'
        sid|'\\ud800'
        pid|``
        pid|1
        roles|``
        roles|'admin'
        roles|['root']
        roles|[1]
        roles|null
        roles|[null]
        roles|['user'],'roles':['admin']
        iat|``
        iat|'yesterday'
        nbf|``
        nbf|1767323146000
        nbf|'1767323045'
        nbf|null
        nbf|[1767323045]
        nbf|true
        nbf|1e308
        exp|``
        exp|null
        exp|'2147483647'
        exp|[2147483647]
        exp|{}
        exp|true
        exp|1e308
        exp|-1e308
        exp|1e19
        exp|9223372036854775807
        exp|99999999999999999999999999
        exp|2147483647,'exp':2147483647
        exp|NaN
        """)
    void a_claim_that_is_not_ours_is_refused_though_the_key_is_ours(String name, String json) {
        forged.assertRefused(forged.withClaims(name, json));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "''", "null", "7", "", "{", "{'a':1}{}", "eyJhbGciOiJub25lIn0.e30."})
    void claims_that_are_no_object_are_refused_though_the_key_is_ours(String claims) {
        forged.assertRefused(forged.ours().token(forged.header(ForgedTokens.HEADER), claims));
    }

    @Test
    void a_single_audience_in_an_array_is_the_same_audience() {
        assertThat(forged.bearing(forged.withClaims("aud", "['guildhall']")).status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1767323045", "1767323044.9", "1767322000", "1", "0", "-1"})
    void a_token_that_only_has_expired_is_said_to_have(String expiry) {
        forged.assertRefused(forged.withClaims("exp", expiry), "TOKEN_EXPIRED");
    }

    @Test
    void a_token_that_has_expired_and_is_wrong_besides_is_wrong() {
        String past = Long.toString(ForgedTokens.NOW.getEpochSecond() - 1);

        forged.assertRefused(attacker.token(forged.header(ForgedTokens.HEADER), forged.claims("exp", past)));
        forged.assertRefused(Forge.content(forged.header(ForgedTokens.HEADER), forged.claims("exp", past)) + ".");
        forged.assertRefused(forged.ours()
                .token(forged.header(ForgedTokens.HEADER.replace("at+jwt", "JWT")), forged.claims("exp", past)));
        forged.assertRefused(forged.withClaims("exp", past, "iss", "'http://them'"));
        forged.assertRefused(forged.withClaims("exp", past, "aud", "'others'"));
        forged.assertRefused(forged.withClaims("exp", past, "sub", ""));
        forged.assertRefused(forged.withClaims("exp", past, "roles", "['root']"));
    }

    @Test
    void a_token_of_one_session_and_another_user_is_refused_though_the_key_is_ours() {
        String sessionOfBob = "'" + Tokens.claim(forged.bob().accessToken(), "sid") + "'";

        forged.assertRefused(forged.withClaims("sub", "'" + forged.bob().userId() + "'"));
        forged.assertRefused(forged.withClaims("sid", sessionOfBob));
        assertThat(forged.bearing(forged.good()).status()).isEqualTo(200);
        assertThat(forged.bob().client().get(ForgedTokens.SESSION).text("userId"))
                .isEqualTo(forged.bob().userId());
    }
}
