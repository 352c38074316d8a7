package dev.guildhall.integrations.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunTargetRulesTest {
    private static final Map<String, List<String>> NAMES = Map.of(
            "shop.example", List.of("93.184.216.34"),
            "mixed.example", List.of("10.0.0.7", "93.184.216.34"),
            "wiki.corp", List.of("10.1.2.3"),
            "metadata.corp", List.of("169.254.169.254"));

    private static RunTargetRules rules(String list) {
        return RunTargetRules.parse(
                list,
                host -> Optional.ofNullable(NAMES.get(host)).orElseThrow(() -> new UnknownHostException(host)).stream()
                        .map(InetAddress::ofLiteral)
                        .toList());
    }

    private static List<String> reachable(String list, String host, int port) throws UnknownHostException {
        return rules(list).reachable(host, port).stream()
                .map(InetAddress::getHostAddress)
                .toList();
    }

    @Test
    void public_addresses_are_always_allowed_and_of_a_name_only_those() throws Exception {
        assertThat(reachable("", "shop.example", 443)).containsExactly("93.184.216.34");
        assertThat(reachable("", "mixed.example", 443)).containsExactly("93.184.216.34");
        assertThat(reachable("", "93.184.216.34", 80)).containsExactly("93.184.216.34");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wiki.corp",
                "127.0.0.1",
                "localhost",
                "shop.localhost",
                "LOCALHOST.",
                "::1",
                "10.0.0.1",
                "127.1",
                "0x7f.1",
                "012.0.0.1",
                "0.0.0.0"
            })
    void inner_addresses_are_allowed_only_where_they_are_listed(String host) throws Exception {
        assertThat(reachable("", host, 80)).isEmpty();
        assertThat(reachable("other.corp, 192.168.0.0/16", host, 80)).isEmpty();
        assertThat(reachable("*", host, 80)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "wiki.corp,wiki.corp,80,10.1.2.3",
        "wiki.corp:8080,wiki.corp,8080,10.1.2.3",
        "10.0.0.0/8,wiki.corp,80,10.1.2.3",
        "127.0.0.1,localhost,80,127.0.0.1",
        "localhost,localhost,80,127.0.0.1"
    })
    void a_listed_host_or_network_is_allowed(String list, String host, int port, String address) throws Exception {
        assertThat(reachable(list, host, port)).contains(address);
    }

    @Test
    void a_listed_port_allows_no_other() throws Exception {
        assertThat(reachable("wiki.corp:8080", "wiki.corp", 80)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "metadata.corp",
                "169.254.169.254",
                "169.254.169.254.",
                "2852039166",
                "0xa9fea9fe",
                "0xA9.254.43518",
                "0251.0376.0251.0376",
                "169.254.1.1",
                "fe80::1",
                "168.63.129.16",
                "fd00:ec2::254",
                "64:ff9b::a9fe:a9fe",
                "::ffff:169.254.169.254",
                "2002:a9fe:a9fe::1"
            })
    void link_local_addresses_and_data_about_the_machine_are_never_allowed(String host) throws Exception {
        assertThat(reachable("*", host, 80)).isEmpty();
        assertThat(reachable("*,metadata.corp,169.254.0.0/16,fe80::/10,168.63.129.16,fd00::/8,2002::/16", host, 80))
                .isEmpty();
    }

    @Test
    void a_host_without_an_address_is_unknown_and_a_malformed_list_is_refused() {
        assertThatThrownBy(() -> reachable("*", "nowhere.example", 80)).isInstanceOf(UnknownHostException.class);
        assertThatThrownBy(() -> rules("a b")).hasMessageContaining("a b is neither a host");
    }
}
