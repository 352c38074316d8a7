package dev.guildhall.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.integrations.otlp.OtlpOptions;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TracesConfigTest {
    private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

    private static OtlpOptions options(String... more) {
        return TracesConfig.of(environment(more)).orElseThrow();
    }

    private static Map<String, String> environment(String... more) {
        Map<String, String> environment = new HashMap<>(Map.of(ENDPOINT, "http://collector:4318"));
        for (int index = 0; index < more.length; index += 2) {
            environment.put(more[index], more[index + 1]);
        }
        return environment;
    }

    @Test
    void nothing_is_sent_where_no_endpoint_is_set_or_sending_is_switched_off() {
        assertThat(TracesConfig.of(Map.of("OTEL_SERVICE_NAME", "hall", "OTEL_EXPORTER_OTLP_HEADERS", "?")))
                .isEmpty();
        assertThat(TracesConfig.of(environment(ENDPOINT, " "))).isEmpty();
        assertThat(TracesConfig.of(environment("OTEL_SDK_DISABLED", "true"))).isEmpty();
        assertThat(TracesConfig.of(environment("OTEL_TRACES_EXPORTER", "none"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "http://collector:4318,http://collector:4318/v1/traces",
        "https://otel.example/here/,https://otel.example/here/v1/traces"
    })
    void the_endpoint_for_everything_has_a_path_for_traces(String base, String whole) {
        assertThat(options(ENDPOINT, base).endpoint()).isEqualTo(URI.create(whole));
    }

    @Test
    void what_is_said_about_traces_alone_comes_first_and_as_it_is() {
        OtlpOptions options = options(
                "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://traces.example/in",
                "OTEL_EXPORTER_OTLP_HEADERS", "a=1",
                "OTEL_EXPORTER_OTLP_TRACES_HEADERS", "api-key = s3cret%2C+x , b=c=d");

        assertThat(options.endpoint()).isEqualTo(URI.create("https://traces.example/in"));
        assertThat(options.headers()).containsExactlyInAnyOrderEntriesOf(Map.of("api-key", "s3cret,+x", "b", "c=d"));
    }

    @Test
    void the_service_has_the_name_that_it_is_given() {
        String attributes = "deployment.environment.name=test,service.name=other";

        assertThat(options().resource())
                .isEqualTo(Map.of("service.name", "guildhall", "service.version", BuildVersion.text()));
        assertThat(BuildVersion.text()).doesNotContain("$");
        assertThat(options("OTEL_RESOURCE_ATTRIBUTES", attributes).resource())
                .isEqualTo(Map.of(
                        "service.name",
                        "other",
                        "service.version",
                        BuildVersion.text(),
                        "deployment.environment.name",
                        "test"));
        assertThat(options("OTEL_RESOURCE_ATTRIBUTES", "service.version=7").resource())
                .containsEntry("service.version", "7");
        assertThat(options("OTEL_RESOURCE_ATTRIBUTES", attributes, "OTEL_SERVICE_NAME", "hall")
                        .resource())
                .containsEntry("service.name", "hall");
    }

    @ParameterizedTest
    @CsvSource({
        "OTEL_EXPORTER_OTLP_ENDPOINT,collector:4318",
        "OTEL_EXPORTER_OTLP_ENDPOINT,http://ada:s3cret@collector",
        "OTEL_EXPORTER_OTLP_PROTOCOL,grpc",
        "OTEL_EXPORTER_OTLP_HEADERS,s3cret",
        "OTEL_EXPORTER_OTLP_HEADERS,a=s3cret%0Ab",
        "OTEL_EXPORTER_OTLP_HEADERS,a b=s3cret",
        "OTEL_EXPORTER_OTLP_HEADERS,a=s3cret%zz",
        "OTEL_RESOURCE_ATTRIBUTES,=s3cret",
        "OTEL_TRACES_EXPORTER,zipkin"
    })
    void a_wrong_value_stops_the_start_and_is_not_repeated(String name, String value) {
        assertThatThrownBy(() -> TracesConfig.of(environment(name, value)))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageStartingWith(name)
                .hasMessageNotContaining("s3cret");
    }
}
