package dev.guildhall.integrations.consent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.ports.connection.ConsentAnswer;
import dev.guildhall.ports.connection.IntegrationName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;

/** A browser that opens the consent page, and the parameters that it returns with. */
final class Callback {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private Callback() {}

    static ConsentAnswer of(IntegrationName integration, URI authorizationUrl) {
        try {
            HttpResponse<Void> back =
                    HTTP.send(HttpRequest.newBuilder(authorizationUrl).build(), HttpResponse.BodyHandlers.discarding());
            assertThat(back.statusCode()).isEqualTo(302);
            URI location = URI.create(back.headers().firstValue("Location").orElseThrow());
            Map<String, String> parameters = Loopback.decoded(location.getRawQuery());
            return new ConsentAnswer(
                    integration,
                    parameters.getOrDefault("state", ""),
                    Optional.ofNullable(parameters.get("code")),
                    Optional.ofNullable(parameters.get("error")));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
