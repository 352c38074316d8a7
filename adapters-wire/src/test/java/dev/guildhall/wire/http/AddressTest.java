package dev.guildhall.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    @ParameterizedTest
    @CsvSource({
        "http://host, http://host/",
        "HTTPS://Host.Example:443/v1, https://host.example/v1",
        "http://host:443/v1, http://host:443/v1",
        "https://host:80/, https://host:80/",
        "http://model_server:8080/v1, http://model_server:8080/v1",
        "http://127.0.0.1:9000/v1, http://127.0.0.1:9000/v1",
        "http://[::1]:9000/v1, http://[::1]:9000/v1",
        "https://[2001:DB8::1], https://[2001:db8::1]/",
        "https://bücher.example/a, https://xn--bcher-kva.example/a",
        "https://host/a b/ü%20, https://host/a%20b/%C3%BC%20",
    })
    void addresses_are_read(String url, String told) {
        assertThat(Address.parse(url).orElseThrow()).hasToString(told);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://",
                "http:///v1",
                "http://host:0",
                "http://host:65536",
                "http://host:",
                "http://host:1x",
                "http://a b",
                "http://a\r\nb",
                "http://host\\evil",
                "http://host#f",
                "http://user@host",
                "http://[::1",
                "http://ho%73t",
                "http://host:1:2"
            })
    void invalid_addresses_are_not_parsed(String url) {
        assertThat(Address.parse(url)).isEmpty();
    }

    @Test
    void an_ipv6_address_has_brackets_in_a_url_alone() {
        Origin origin = Address.parse("http://[::1]:9000").orElseThrow().origin();

        assertThat(origin.host()).isEqualTo("::1");
        assertThat(origin).hasToString("http://[::1]:9000");
    }

    @Test
    void parameters_are_encoded() {
        Address address = Address.parse("http://host/v1").orElseThrow().below("models");

        assertThat(address.with("limit", "5").with("after", "a&b c\n").target())
                .isEqualTo("/v1/models?limit=5&after=a%26b+c%0A");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nEvil: x", "a\n", "\r", "\u0000", "ü"})
    void headers_with_other_characters_are_refused(String value) {
        Address address = Address.parse("http://host").orElseThrow();

        assertThatIllegalArgumentException().isThrownBy(() -> Request.get(address, Map.of("X", value)));
        assertThatIllegalArgumentException().isThrownBy(() -> Request.get(address, Map.of(value, "x")));
    }
}
