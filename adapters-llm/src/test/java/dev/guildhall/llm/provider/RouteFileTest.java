package dev.guildhall.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.model.Deployment.Dialect;
import dev.guildhall.wire.http.ProxyAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteFileTest {
    @TempDir
    private Path folder;

    private Path file(String json) throws IOException {
        return Files.writeString(folder.resolve("routes.json"), json);
    }

    @Test
    void what_is_left_out_is_usual() throws IOException {
        Path file = file("""
            {"fast": {"deployments": [{"provider": "openai"}]},
             "gpt": {"deployments": [{"provider": "openai", "dialect": "responses", "baseUrl": "https://east.example/v1", "apiKey": "${EAST_KEY}",
                "proxy": "http://proxy:3128", "model": "gpt-east", "weight": 3}],
                "choice": "least-latency", "cooldownSeconds": 5, "fallbacks": ["fast"]}}
            """);

        assertThat(RouteFile.read(file))
                .containsOnlyKeys("fast", "gpt")
                .containsEntry(
                        "fast",
                        new RouteFile.Route(
                                List.of(new RouteFile.Deployment(
                                        "openai",
                                        Dialect.CHAT,
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        "fast",
                                        1)),
                                false,
                                Duration.ofSeconds(30),
                                List.of()))
                .containsEntry(
                        "gpt",
                        new RouteFile.Route(
                                List.of(new RouteFile.Deployment(
                                        "openai",
                                        Dialect.RESPONSES,
                                        Optional.of("https://east.example/v1"),
                                        Optional.of("EAST_KEY"),
                                        Optional.of(ProxyAddress.parse("http://proxy:3128")),
                                        "gpt-east",
                                        3)),
                                true,
                                Duration.ofSeconds(5),
                                List.of("fast")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "[] | must be a JSON object of routes by model",
                "{\"m\": 3} | m: the route: must be an object",
                "{\"m\": {}} | m: deployments: must be a list of 1 to 32",
                "{\"m\": {\"deployments\": [], \"x\": 1}} | m: the route.x: is unknown",
                "{\"m\": {\"deployments\": [{}]}} | m: deployments[0].provider: is required",
                "{\"m\": {\"deployments\": [{\"provider\": 1}]}} | m: deployments[0].provider: must be a text",
                "{\"m\": {\"deployments\": [{\"provider\": \"p\", \"apiKey\": \"sk-secret\"}]}} |"
                        + " deployments[0].apiKey: must name",
                "{\"m\": {\"deployments\": [{\"provider\": \"p\", \"proxy\": \"ftp://x\"}]}} | deployments[0].proxy:"
                        + " must be http",
                "{\"m\": {\"deployments\": [{\"provider\": \"p\", \"dialect\": \"x\"}]}} | deployments[0].dialect:"
                        + " must be chat or responses",
                "{\"m\": {\"deployments\": [{\"provider\": \"p\", \"weight\": 0}]}} | deployments[0].weight: must be a"
                        + " whole number",
                "{\"m\": {\"deployments\": [{\"provider\": \"p\"}], \"choice\": \"best\"}} | m: choice: must be"
                        + " weighted",
                "{\"m\": {\"deployments\": [{\"provider\": \"p\"}], \"cooldownSeconds\": 1.5}} | m: cooldownSeconds:"
                        + " must be",
                "{\"m\": {\"deployments\": [{\"provider\": \"p\"}], \"fallbacks\": [1]}} | m: fallbacks[0]: must be a"
                        + " text"
            })
    void a_bad_file_is_refused_with_its_name_the_model_and_the_field(String json, String fault) throws IOException {
        Path file = file(json);

        assertThatThrownBy(() -> RouteFile.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(fault)
                .hasMessageNotContaining("sk-secret");
    }
}
