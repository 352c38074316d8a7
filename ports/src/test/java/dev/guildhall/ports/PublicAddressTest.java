package dev.guildhall.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PublicAddressTest {
    private static final List<String> INSIDE = words("""
        0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1
        127.255.255.255 168.63.129.16 169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.192
        192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.7
        203.0.113.7 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::8.8.8.8
        ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::a00:1
        64:ff9b:1::8.8.8.8 100::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:10::1 2001:db8::1
        2002:7f00:1::1 2002:a00:1::1 2002:c0a8:101::1 3fff::1 5f00::1 4000::1 fc00::1 fd00:ec2::254
        fe80::1 febf::1 fec0::1 ff02::1 ff0e::1
        """);

    private static final List<String> OUTSIDE = words("""
        1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1
        169.253.255.255 172.15.255.255 172.32.0.1 192.0.1.1 192.167.255.255 192.169.0.1 198.17.255.255
        198.20.0.1 223.255.255.255 ::ffff:8.8.8.8 64:ff9b::8.8.8.8 2001:200::1 2001:4860:4860::8888
        2002:808:808::1 2606:4700:4700::1111 2a00:1450:4001::1
        """);

    private static List<String> words(String text) {
        return List.of(text.strip().split("\\s+"));
    }

    @Test
    void inside_addresses_are_recognised_and_public_ones_are_allowed() {
        assertThat(INSIDE)
                .noneMatch(address ->
                        AddressRange.isPublic(AddressRange.literal(address).orElseThrow()));
        assertThat(OUTSIDE)
                .allMatch(address ->
                        AddressRange.isPublic(AddressRange.literal(address).orElseThrow()));
    }
}
