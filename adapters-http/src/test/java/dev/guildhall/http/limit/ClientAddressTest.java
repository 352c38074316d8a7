package dev.guildhall.http.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.AddressRange;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientAddressTest {
    private static final ClientAddress BEHIND_PROXIES =
            new ClientAddress(List.of(AddressRange.of("10.0.0.0/8"), AddressRange.of("127.0.0.1")));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        203.0.113.9|''|203.0.113.9
        203.0.113.9|198.51.100.1|203.0.113.9
        10.1.2.3|198.51.100.1|198.51.100.1
        10.1.2.3|6.6.6.6, 198.51.100.1, 10.9.9.9|198.51.100.1
        10.1.2.3|''|10.1.2.3
        10.1.2.3|not-an-address|10.1.2.3
        10.1.2.3|10.0.0.1, 10.0.0.2|10.1.2.3
        10.1.2.3|198.51.100.0/24|10.1.2.3
        10.1.2.3|198.51.100.1:4711|198.51.100.1
        10.1.2.3|198.51.100.1, 10.9.9.9:80|198.51.100.1
        10.1.2.3|::ffff:198.51.100.1|198.51.100.1
        10.1.2.3|[2001:db8:1:2::1]|2001:db8:1:2:0:0:0:0/64
        10.1.2.3|[2001:db8:1:2::1]:4711|2001:db8:1:2:0:0:0:0/64
        10.1.2.3|[|10.1.2.3
        10.1.2.3|fe80::1%eth0|fe80:0:0:0:0:0:0:0/64
        [fe80:0:0:0:0:0:0:1%3]|''|fe80:0:0:0:0:0:0:0/64
        [2001:db8:1:2:ffff:0:0:1]|''|2001:db8:1:2:0:0:0:0/64
        127.0.0.1|2001:db8:1:2:3:4:5:6|2001:db8:1:2:0:0:0:0/64
        2001:db8:1:2:ffff:0:0:1|''|2001:db8:1:2:0:0:0:0/64
        """)
    void a_forwarded_address_is_believed_only_from_a_configured_proxy(String direct, String forwarded, String client) {
        assertThat(BEHIND_PROXIES.of(direct, List.of(forwarded))).isEqualTo(client);
    }

    @Test
    void the_header_that_a_proxy_sent_behind_the_clients_own_counts() {
        assertThat(BEHIND_PROXIES.of("10.1.2.3", List.of("6.6.6.6", "198.51.100.1")))
                .isEqualTo("198.51.100.1");
        assertThat(BEHIND_PROXIES.of("10.1.2.3", List.of())).isEqualTo("10.1.2.3");
    }

    @Test
    void without_trusted_proxies_the_header_is_ignored() {
        ClientAddress direct = new ClientAddress(List.of());

        assertThat(direct.of("127.0.0.1", List.of("6.6.6.6"))).isEqualTo("127.0.0.1");
    }
}
