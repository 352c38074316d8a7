package dev.guildhall.integrations.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EgressRulesTest {
    private static final String LIST =
            "wiki.corp, Build.Corp.:8443, 10.1.2.3, 10.1.2.4:80, [fd00::1]:80, 172.16.0.0/12, fd01::/16,";

    private final EgressRules rules = EgressRules.parse(LIST);

    @Test
    void nothing_inside_is_allowed_by_an_empty_list() {
        assertThat(EgressRules.parse("").allow("10.0.0.1", InetAddress.ofLiteral("10.0.0.1"), 80))
                .isFalse();
        assertThat(EgressRules.OUTSIDE_ONLY.allow("8.8.8.8", InetAddress.ofLiteral("8.8.8.8"), 80))
                .isTrue();
    }

    @Test
    void listed_name_allows_what_it_resolves_to_for_itself_alone() {
        assertThat(allow("wiki.corp", "10.9.9.9", 80)).isTrue();
        assertThat(allow("WIKI.corp.", "10.9.9.9", 443)).isTrue();
        assertThat(allow("evil.wiki.corp", "10.9.9.9", 80)).isFalse();
        assertThat(allow("10.9.9.9", "10.9.9.9", 80)).isFalse();
    }

    @Test
    void listed_port_is_the_only_one() {
        assertThat(allow("build.corp", "10.9.9.9", 8443)).isTrue();
        assertThat(allow("build.corp", "10.9.9.9", 443)).isFalse();
        assertThat(allow("10.1.2.4", "10.1.2.4", 80)).isTrue();
        assertThat(allow("10.1.2.4", "10.1.2.4", 81)).isFalse();
        assertThat(allow("any.name", "fd00::1", 80)).isTrue();
        assertThat(allow("any.name", "fd00::1", 81)).isFalse();
    }

    @Test
    void listed_address_and_network_are_allowed_under_any_name() {
        assertThat(allow("10.1.2.3", "10.1.2.3", 1)).isTrue();
        assertThat(allow("any.name", "172.31.0.1", 1)).isTrue();
        assertThat(allow("any.name", "fd01::77", 1)).isTrue();
        assertThat(allow("any.name", "fd02::77", 1)).isFalse();
        assertThat(allow("any.name", "10.1.2.5", 1)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://wiki.corp",
                "wiki.corp/path",
                "wiki.corp:0",
                "wiki.corp:65536",
                "wiki.corp:http",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/",
                "10.0.0",
                "10.0.0.256",
                "010.0.0.1",
                "0x0a.0.0.1",
                "167772161",
                "fd00::/129",
                "fe80::1%eth0",
                "[10.0.0.1]:80",
                "[fd00::1",
                "*.corp",
                "-wiki.corp",
                "wiki..corp",
                "a b"
            })
    void bad_entry_is_named(String entry) {
        assertThat(EgressRules.fault("wiki.corp," + entry))
                .hasValueSatisfying(fault -> assertThat(fault).startsWith(entry + " is neither"));
        assertThatThrownBy(() -> EgressRules.parse(entry)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void good_list_has_no_fault() {
        assertThat(EgressRules.fault(LIST)).isEmpty();
    }

    @Test
    void list_is_bounded() {
        assertThat(EgressRules.fault("a,".repeat(EgressRules.MAX_ENTRIES + 1))).isPresent();
    }

    private boolean allow(String name, String address, int port) {
        return rules.allow(name, InetAddress.ofLiteral(address), port);
    }
}
