package dev.guildhall.integrations.consent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.provider.ProviderReply;
import dev.guildhall.ports.connection.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConsentTokenResponsesTest {
    private static ConsentTokenResponse json(String body) {
        return ConsentTokenResponses.read(
                new ProviderReply(200, "application/json; charset=utf-8", body.replace('\'', '"')));
    }

    private static ConsentTokenResponse form(String body) {
        return ConsentTokenResponses.read(new ProviderReply(200, "application/x-www-form-urlencoded", body));
    }

    private static ConsentTokenResponse.Tokens tokens(ConsentTokenResponse answer) {
        assertThat(answer).isInstanceOf(ConsentTokenResponse.Tokens.class);
        return (ConsentTokenResponse.Tokens) answer;
    }

    private static List<String> scopes(String scope) {
        return tokens(json("{'access_token':'a','scope':" + scope + "}")).scopes().orElseThrow().stream()
                .map(Scope::value)
                .toList();
    }

    @Test
    void a_token_alone_is_enough() {
        assertThat(json("{'access_token':'a','token_type':null,'refresh_token':null,'more':{}}"))
                .isEqualTo(new ConsentTokenResponse.Tokens("a", Optional.empty(), Optional.empty(), Optional.empty()));
    }

    @Test
    void a_form_says_the_same_as_json() {
        assertThat(
                        form(
                                "access_token=gho_1&refresh_token=ghr%5F2&expires_in=28800&scope=repo%2Cgist&token_type=bearer"))
                .isEqualTo(json("{'access_token':'gho_1','refresh_token':'ghr_2','expires_in':28800,"
                        + "'scope':'repo,gist','token_type':'bearer'}"));
        assertThat(tokens(ConsentTokenResponses.read(new ProviderReply(200, "text/plain", "access_token=a")))
                        .accessToken())
                .isEqualTo("a");
        assertThat(tokens(ConsentTokenResponses.read(new ProviderReply(200, "text/html", "{\"access_token\":\"a\"}")))
                        .accessToken())
                .isEqualTo("a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'read write'; read,write",
                "'read,write'; read,write",
                "' read,  write read'; read,write",
                "['read','write']; read,write",
                "'read wr\\\\ite'; read"
            },
            quoteCharacter = '~')
    void scopes_come_in_many_ways(String scope, String expected) {
        assertThat(scopes(scope)).isEqualTo(List.of(expected.split(",")));
    }

    @Test
    void none_is_another_thing_than_nothing_said() {
        assertThat(scopes("''")).isEmpty();
        assertThat(tokens(form("access_token=a&scope=")).scopes()).contains(List.of());
        assertThat(tokens(form("access_token=a")).scopes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {"3600; 3600", "'3600'; 3600", "3600.9; 3600", "1; 1"})
    void a_life_is_a_number_however_it_is_written(String written, long seconds) {
        assertThat(tokens(json("{'access_token':'a','expires_in':" + written + "}"))
                        .life())
                .contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "'soon'",
                "''",
                "null",
                "{}",
                "1e999",
                "99999999999999999999999999",
                "'999999999999999999999'",
                "9223372036854775807"
            })
    void a_life_that_is_none_is_absent(String written) {
        assertThat(tokens(json("{'access_token':'a','expires_in':" + written + "}"))
                        .life())
                .isEmpty();
    }

    @Test
    void a_users_token_at_slack_stands_inside() {
        ConsentTokenResponse.Tokens users =
                tokens(json("{'ok':true,'app_id':'A1','authed_user':{'id':'U1','scope':'chat:write,"
                        + "users:read','access_token':'xoxp-1','token_type':'user'},'team':{'id':'T1'}}"));
        ConsentTokenResponse.Tokens bots =
                tokens(json("{'ok':true,'access_token':'xoxb-1','token_type':'bot','scope':'chat:write',"
                        + "'authed_user':{'id':'U1','access_token':'xoxp-1'}}"));

        assertThat(users.accessToken()).isEqualTo("xoxp-1");
        assertThat(users.scopes().orElseThrow()).hasSize(2);
        assertThat(bots.accessToken()).isEqualTo("xoxb-1");
        assertThat(json("{'ok':false,'error':'invalid_code'}"))
                .isEqualTo(new ConsentTokenResponse.Failed("invalid_code"));
    }

    @Test
    void an_error_outweighs_a_token() {
        assertThat(json("{'access_token':'a','error':'invalid_grant'}"))
                .isEqualTo(new ConsentTokenResponse.Failed("invalid_grant"));
        assertThat(form("error=bad_verification_code&error_description=The+code"))
                .isEqualTo(new ConsentTokenResponse.Failed("bad_verification_code"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "'access_token'",
                "{",
                "{'access_token':'a'} trailing",
                "{'access_token':17}",
                "{'access_token':''}",
                "{'access_token':'with space'}",
                "{'access_token':'line\\nbreak'}",
                "{'access_token':'umläut'}",
                "{'access_token':'a','token_type':'mac'}",
                "{'access_token':'a','refresh_token':17}",
                "{'access_token':'a','refresh_token':'line\\nbreak'}",
                "{'authed_user':'a'}",
                "{'ok':false}",
                "<html>access_token=a</html>"
            })
    void what_is_no_answer_is_garbage(String body) {
        assertThat(json(body)).isEqualTo(new ConsentTokenResponse.Garbage());
    }

    @Test
    void an_endless_token_a_bad_form_and_tokens_of_a_failure_are_garbage_too() {
        assertThat(json("{'access_token':'" + "a".repeat(20_000) + "'}")).isEqualTo(new ConsentTokenResponse.Garbage());
        assertThat(form("access_token=%zz")).isEqualTo(new ConsentTokenResponse.Garbage());
        assertThat(ConsentTokenResponses.read(new ProviderReply(403, "application/json", "{\"access_token\":\"a\"}")))
                .isEqualTo(new ConsentTokenResponse.Garbage());
        assertThat(json("[".repeat(100_000))).isEqualTo(new ConsentTokenResponse.Garbage());
    }

    @Test
    void no_token_is_in_the_text_of_an_answer() {
        assertThat(json("{'access_token':'s3cret','refresh_token':'s3cret'}").toString())
                .doesNotContain("s3cret");
    }
}
