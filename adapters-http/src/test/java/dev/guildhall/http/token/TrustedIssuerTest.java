package dev.guildhall.http.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustedIssuerTest {
    @ParameterizedTest
    @CsvSource({
        "https://id.example/keys,true",
        "http://localhost:8081/keys,true",
        "http://127.0.0.2/keys,true",
        "http://[::1]:9/keys,true",
        "http://id.example/keys,false",
        "http://localhost.example/keys,false",
        "http://10.0.0.1/keys,false",
        "https://user@id.example/keys,false",
        "https://id.example/keys#a,false",
        "ftp://localhost/keys,false",
        "/keys,false"
    })
    void keys_come_over_https_or_from_this_machine(URI address, boolean safe) {
        assertThat(TrustedIssuer.isSafe(address)).isEqualTo(safe);
    }

    @Test
    void the_discovery_document_stands_below_the_issuer() {
        assertThat(discoveryOf("https://id.example/realms/a"))
                .hasToString("https://id.example/realms/a/.well-known/openid-configuration");
        assertThat(discoveryOf("https://id.example/"))
                .hasToString("https://id.example/.well-known/openid-configuration");
    }

    private static URI discoveryOf(String issuer) {
        return new TrustedIssuer(issuer, Optional.empty(), "a").discovery();
    }
}
