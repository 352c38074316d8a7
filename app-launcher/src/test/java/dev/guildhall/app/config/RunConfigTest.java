package dev.guildhall.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunConfigTest {
    @TempDir
    Path folder;

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
}
