package dev.guildhall.http.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.util.JSONObjectUtils;
import java.text.ParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminClaimTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "admin|{\"admin\":true}|true",
                "admin|{\"admin\":\"true\"}|false",
                "admin|{}|false",
                "role=admin|{\"role\":\"admin\"}|true",
                "role=admin|{\"role\":\"administrator\"}|false",
                "role=admin|{\"role\":[\"user\",\"admin\"]}|true",
                "role=admin|{\"role\":{\"admin\":true}}|false",
                "role=admin|{\"role\":null}|false",
                "role=a=b|{\"role\":\"a=b\"}|true",
                "realm_access.roles=admin|{\"realm_access\":{\"roles\":[\"admin\"]}}|true",
                "realm_access.roles=admin|{\"realm_access\":\"roles\"}|false",
                "https://id.example/roles=admin|{\"https://id.example/roles\":[\"admin\"]}|true",
                "https://id.example/a.b=admin|{\"https://id.example/a\":{\"b\":\"admin\"}}|true",
                "a..b=admin|{\"a\":{\"b\":\"admin\"}}|false",
            })
    void a_token_has_the_claim_or_not(String claim, String claims, boolean expected) throws ParseException {
        assertThat(AdminClaim.parse(claim).isIn(JSONObjectUtils.parse(claims))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "=admin", "role="})
    void an_incomplete_claim_is_refused(String claim) {
        assertThatThrownBy(() -> AdminClaim.parse(claim)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void it_is_written_as_it_was_read() {
        assertThat(AdminClaim.parse("realm_access.roles=admin")).hasToString("realm_access.roles=admin");
        assertThat(AdminClaim.parse("admin")).hasToString("admin");
    }
}
