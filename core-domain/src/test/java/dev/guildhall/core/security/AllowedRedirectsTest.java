package dev.guildhall.core.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.CommonProblem;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedRedirectsTest {
    private final AllowedRedirects redirects = new AllowedRedirects(
            List.of(
                    new RedirectUri("https://app.example/in"),
                    new RedirectUri("https://whole.example"),
                    new RedirectUri("http://localhost:3000/")),
            () -> List.of(URI.create("https://pages.example")));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://app.example/in", "https://app.example/in/", "https://app.example/in/back?to=1",
                "https://app.example/in?to=1", "HTTPS://APP.example:443/in", "https://whole.example",
                "https://whole.example/anything", "http://localhost:3000/back",
                        "https://pages.example/integrations/linear"
            })
    void an_address_below_an_allowed_one_is_allowed(String address) {
        assertThatCode(() -> redirects.require(new RedirectUri(address))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://app.example/",
                "https://app.example",
                "https://app.example/inside",
                "https://app.example/IN",
                "https://app.example/in/../out",
                "https://app.example/in/%2e%2E/out",
                "https://app.example/in/..%5Cout",
                "https://app.example/in%2F..%2Fout",
                "http://app.example/in",
                "https://app.example:8443/in",
                "https://app.example.evil.example/in",
                "https://evil.example/https://app.example/in",
                "https://sub.whole.example/",
                "http://localhost:3001/back",
                "http://localhost/back"
            })
    void everything_else_is_refused(String address) {
        assertThat(Refused.by(() -> redirects.require(new RedirectUri(address))))
                .isInstanceOf(CommonProblem.Invalid.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://anywhere.example/in/../out", "http://localhost"})
    void without_any_everything_is_allowed(String address) {
        AllowedRedirects none = new AllowedRedirects(List.of(), List::of);

        assertThatCode(() -> none.require(new RedirectUri(address))).doesNotThrowAnyException();
    }
}
