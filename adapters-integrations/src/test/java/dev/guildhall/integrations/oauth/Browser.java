package dev.guildhall.integrations.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.provider.Loopback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;

/** A browser that opens a sign-in page, and returns. */
public final class Browser {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** The parameters that it returns with. */
    record Back(String code, String state) {}

    private Browser() {}

    /** Signs the user in there. */
    static Back visit(URI authorizationUrl) {
        try {
            HttpResponse<Void> back =
                    HTTP.send(HttpRequest.newBuilder(authorizationUrl).build(), HttpResponse.BodyHandlers.discarding());
            assertThat(back.statusCode()).isEqualTo(302);
            URI location = URI.create(back.headers().firstValue("Location").orElseThrow());
            Map<String, String> parameters = Loopback.decoded(location.getRawQuery());
            return new Back(parameters.getOrDefault("code", ""), parameters.getOrDefault("state", ""));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
