package dev.guildhall.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "localhost", "a.b.c.d", "beef", "face.b00c.cafe.1", "10.0.0.0/33",
                "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/x", "10.0.0.0/", "10.0.0.0/8/8", "::/129",
                "10.0.0"
            })
    void what_is_neither_address_nor_network_is_none(String text) {
        assertThat(AddressRange.parse(text)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> AddressRange.of(text));
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8,10.255.255.255,true",
        "10.0.0.0/8,11.0.0.0,false",
        "192.168.1.128/25,192.168.1.127,false",
        "0.0.0.0/0,203.0.113.9,true",
        "192.168.1.1,192.168.1.1,true",
        "192.168.1.1,192.168.1.0,false",
        "2001:db8::/32,2001:db8:ffff::1,true",
        "2001:db8::/32,2001:db9::,false",
        "2001:db8::/32,10.0.0.1,false",
        "::/0,10.0.0.1,false"
    })
    void a_network_contains_its_addresses_and_no_others(String network, String address, boolean inside) {
        InetAddress literal = AddressRange.literal(address).orElseThrow();

        assertThat(AddressRange.of(network).contains(literal)).isEqualTo(inside);
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0,0.0.0.0",
        "203.0.113.9,203.0.113.9",
        "255.255.255.255,255.255.255.255",
        "::,0:0:0:0:0:0:0:0",
        "::1,0:0:0:0:0:0:0:1",
        "[::1],0:0:0:0:0:0:0:1",
        "1::,1:0:0:0:0:0:0:0",
        "2001:DB8::A:1,2001:db8:0:0:0:0:a:1",
        "1:2:3:4:5:6:7:8,1:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7::,1:2:3:4:5:6:7:0",
        "::2:3:4:5:6:7:8,0:2:3:4:5:6:7:8",
        "64:ff9b::10.1.2.3,64:ff9b:0:0:0:0:a01:203",
        "1:2:3:4:5:6:7.8.9.10,1:2:3:4:5:6:708:90a",
        "::ffff:10.1.2.3,10.1.2.3",
        "::ffff:a01:203,10.1.2.3",
        "fe80::1%eth0,fe80:0:0:0:0:0:0:1",
        "[fe80::1%3],fe80:0:0:0:0:0:0:1"
    })
    void address_is_read_in_its_usual_forms(String text, String address) {
        assertThat(AddressRange.literal(text)).map(InetAddress::getHostAddress).contains(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", ".", ":", ":::", "localhost",
                "a.b.c.d", "::localhost", ".:", "example.org:80", "10", "167772161",
                "10.1", "10.0.0", "10.0.0.", ".10.0.0.1", "10.0.0.0.1", "10.0.0.256",
                "10.0.0.-1", "10.0.0.+1", "10.0.0.1 ", "010.0.0.1", "10.0.0.00", "0x0a.0.0.1",
                "10.0.0.١", "[10.0.0.1]", "10.0.0.1%eth0", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::",
                "::1:2:3:4:5:6:7:8", "1::2::3", "1:::2", ":1::2", "1::2:", "12345::",
                "g::", "::-1", "::١", "::1.2.3", "::1.2.3.256", "::ffff:010.0.0.1",
                "1.2.3.4::", "1.2.3.4::1", "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:6:7::1.2.3.4", "[::1",
                "::1]", "[]", "[:]", "%eth0", ":%eth0"
            })
    void any_other_text_is_none_and_no_name_is_looked_up(String text) {
        assertThat(AddressRange.literal(text)).isEmpty();
    }

    @Test
    void every_address_is_read_as_it_is_written() throws UnknownHostException {
        Random random = new Random(20261123);

        for (int i = 0; i < 2000; i++) {
            byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : 0);
            }
            InetAddress address = InetAddress.getByAddress(bytes);

            assertThat(AddressRange.literal(address.getHostAddress())).contains(address);
        }
    }

    @Test
    void text_is_that_of_the_network_or_the_single_address() {
        assertThat(AddressRange.of("10.0.0.0/8")).hasToString("10.0.0.0/8");
        assertThat(AddressRange.of("10.0.0.1/32")).hasToString("10.0.0.1");
        assertThat(AddressRange.of("fd00::/8")).hasToString("fd00:0:0:0:0:0:0:0/8");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 33})
    void prefix_is_not_longer_than_the_address(int bits) {
        InetAddress address = AddressRange.literal("10.0.0.0").orElseThrow();

        assertThatIllegalArgumentException().isThrownBy(() -> new AddressRange(address, bits));
    }
}
