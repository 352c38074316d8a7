package dev.guildhall.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyAddressTest {
    private static Origin origin(String url) {
        return Address.parse(url).orElseThrow().origin();
    }

    @Test
    void an_address_has_a_host_a_port_and_a_login() {
        assertThat(ProxyAddress.parse("http://ada:p%40ss@proxy.example:3128/"))
                .isEqualTo(new ProxyAddress("proxy.example", 3128, Optional.of(new ProxyAddress.Login("ada", "p@ss"))));
        assertThat(ProxyAddress.parse("proxy.example"))
                .isEqualTo(new ProxyAddress("proxy.example", 80, Optional.empty()));
        assertThat(ProxyAddress.parse("http://ada:secret@x").toString()).doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://proxy:1", "socks5://proxy:1", "http://", "http://proxy/path", "http://a b", "http://x:0"
            })
    void anything_else_is_refused_without_being_quoted(String text) {
        assertThatThrownBy(() -> ProxyAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be http://[user:password@]host[:port]");
    }

    @ParameterizedTest
    @CsvSource({
        "https://api.example, '', true",
        "https://api.example, other.example, true",
        "https://api.example, 'other, api.example', false",
        "https://api.example, example, false",
        "https://api.example, .example, false",
        "https://api.example, *.example, false",
        "https://api.example, ple, true",
        "https://api.example, api.example:443, false",
        "https://api.example, api.example:8443, true",
        "https://10.1.2.3, 10.1.2.3, false",
        "https://api.example, *, false",
        "http://api.example, '', false"
    })
    void the_environment_names_the_proxy_of_an_address(String url, String without, boolean proxied) {
        Map<String, String> environment = Map.of("https_proxy", "http://proxy:3128", "NO_PROXY", without);

        assertThat(ProxyAddress.of(environment, origin(url)).isPresent()).isEqualTo(proxied);
    }

    @Test
    void a_bad_variable_is_named() {
        assertThatThrownBy(() -> ProxyAddress.of(Map.of("HTTPS_PROXY", "ftp://x"), origin("https://a.example")))
                .hasMessage("HTTPS_PROXY: must be http://[user:password@]host[:port]");
    }
}
