package dev.guildhall.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.http.Service;
import dev.guildhall.http.server.PortTaken;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressesTest {
    private static final Addresses USUAL = Addresses.of("127.0.0.1", 8080);

    @ParameterizedTest
    @CsvSource({
        "http://localhost:8080, http://reports.localhost:8080",
        "https://localhost, https://reports.localhost",
        "https://guildhall.example,",
        "https://localhost.example,",
        "http://127.0.0.1:8080,"
    })
    void reports_have_a_host_of_their_own_on_the_machine_itself(String publicUrl, @Nullable String reports) {
        assertThat(USUAL.reportsUrl(publicUrl)).isEqualTo(Optional.ofNullable(reports));
    }

    @Test
    void reports_of_an_installation_with_a_name_have_the_configured_host() {
        Addresses addresses = new Addresses(
                "127.0.0.1",
                8080,
                EnumSet.allOf(Service.class),
                Map.of(),
                Optional.of("https://guildhall.example"),
                Optional.of("https://reports.guildhall.example"));

        assertThat(addresses.reportsUrl("https://guildhall.example")).contains("https://reports.guildhall.example");
        assertThat(addresses.linksHost()).isEqualTo("reports.guildhall.example");
    }

    @ParameterizedTest
    @CsvSource({"false, false, false", "true, false, true", "false, true, true", "true, true, true"})
    void oauth_clients_get_the_address_that_they_name_unless_one_is_configured_or_services_are_apart(
            boolean isConfigured, boolean isApart, boolean isFixed) {
        Addresses addresses = new Addresses(
                "127.0.0.1",
                8080,
                EnumSet.allOf(Service.class),
                isApart ? Map.of(Service.TOOLS, 8082) : Map.of(),
                isConfigured ? Optional.of("https://guildhall.example") : Optional.empty(),
                Optional.empty());

        assertThat(addresses.authorization().configured().isPresent()).isEqualTo(isFixed);
    }

    @Test
    void a_port_that_another_program_listens_on_is_refused() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Addresses taken = Addresses.of("127.0.0.1", other.getLocalPort());

            assertThatThrownBy(taken::claimed)
                    .isInstanceOf(PortTaken.class)
                    .hasMessageStartingWith("cannot listen on 127.0.0.1:" + other.getLocalPort() + ": ");
        }
    }
}
