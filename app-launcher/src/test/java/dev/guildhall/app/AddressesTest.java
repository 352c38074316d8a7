package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.app.config.Config;
import dev.guildhall.app.config.Settings;
import dev.guildhall.http.Service;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "http://localhost:8080, http://reports.localhost:8080",
        "https://localhost, https://reports.localhost",
        "https://guildhall.example,",
        "https://localhost.example,",
        "http://127.0.0.1:8080,"
    })
    void reports_have_a_host_of_their_own_on_the_machine_itself(String publicUrl, @Nullable String reports) {
        Config config = Config.of(Settings.read(Map.of("GUILDHALL_PUBLIC_URL", publicUrl), folder), Map.of());

        assertThat(new Addresses(8080, Map.of(), publicUrl).reportsUrl(config)).isEqualTo(Optional.ofNullable(reports));
    }

    @Test
    void reports_of_an_installation_with_a_name_have_the_configured_host() {
        Config config = Config.of(
                Settings.read(
                        Map.of(
                                "GUILDHALL_PUBLIC_URL",
                                "https://guildhall.example",
                                "GUILDHALL_REPORTS_URL",
                                "https://reports.guildhall.example/"),
                        folder),
                Map.of());
        Addresses addresses = new Addresses(8080, Map.of(), "https://guildhall.example");

        assertThat(addresses.reportsUrl(config)).contains("https://reports.guildhall.example");
        assertThat(addresses.linksHost(config)).isEqualTo("reports.guildhall.example");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://guildhall.example:8443",
                "https://GUILDHALL.example",
                "http://localhost:8081",
                "http://127.0.0.1:8080"
            })
    void reports_on_the_host_of_the_application_are_refused(String reports) {
        Settings settings = Settings.read(
                Map.of("GUILDHALL_PUBLIC_URL", "https://guildhall.example", "GUILDHALL_REPORTS_URL", reports), folder);

        assertThat(Config.faults(settings, Map.of()))
                .singleElement()
                .asString()
                .startsWith("GUILDHALL_REPORTS_URL: must have another host");
    }

    @ParameterizedTest
    @CsvSource({"false, false, false", "true, false, true", "false, true, true", "true, true, true"})
    void oauth_clients_get_the_address_that_they_name_unless_one_is_configured_or_services_are_apart(
            boolean isConfigured, boolean isApart, boolean isFixed) {
        Map<String, String> settings =
                isConfigured ? Map.of("GUILDHALL_PUBLIC_URL", "https://guildhall.example") : Map.of();
        Map<Service, Integer> own = isApart ? Map.of(Service.TOOLS, 8082) : Map.of();
        Config config = Config.of(Settings.read(settings, folder), Map.of());

        Optional<String> address = new Addresses(8080, own, "https://guildhall.example")
                .authorization(config)
                .configured();

        assertThat(address.isPresent()).isEqualTo(isFixed);
    }
}
