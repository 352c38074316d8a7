package dev.guildhall.ports.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.problem.Refusal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectUriTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://app.example/back?to=%2F",
                "http://localhost:3000",
                "HTTP://127.0.0.1/back",
                "http://[::1]:3000/back"
            })
    void a_web_address_is_stored_as_it_was_written(String address) {
        assertThat(new RedirectUri(address).value()).isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "/back", "app.example/back",
                "//app.example/back", "https:/back", "https:///back",
                "mailto:ada@example.org", "javascript:alert(1)", "ftp://app.example/back",
                "https://app.example/#", "https://app.example/back#there", "https://ada@app.example/",
                "https://app.example@evil.example/", "https://app.example/a b", "https://app.example/\u0000",
                "https://app.example\\@evil.example/"
            })
    void anything_else_is_refused_under_its_name(String address) {
        assertThatThrownBy(() -> new RedirectUri(address))
                .isInstanceOf(Refusal.class)
                .hasMessageStartingWith("Invalid: redirectUri: must be an absolute http(s) address");
    }
}
