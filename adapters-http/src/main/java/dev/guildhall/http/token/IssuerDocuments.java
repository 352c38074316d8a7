package dev.guildhall.http.token;

import com.nimbusds.jose.util.JSONObjectUtils;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads the documents that an issuer publishes. Reads are rare, so no connection is kept between them. Redirects are
 * not followed: they could lead to an address that would not have been accepted.
 */
final class IssuerDocuments {
    static final int MOST_BYTES = 256 * 1024;

    private static final Duration MOST_TIME = Duration.ofSeconds(5);
    private static final int OK = 200;

    /** Reads a JSON object; throws {@code IOException} when there is none, or not in time. */
    Map<String, Object> read(URI address) throws IOException {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(MOST_TIME)
                .build();
        try {
            HttpResponse<byte[]> answer =
                    client.sendAsync(request(address), bounded()).get(MOST_TIME.toMillis(), TimeUnit.MILLISECONDS);
            if (answer.statusCode() != OK) {
                throw new IOException(address + " answered " + answer.statusCode());
            }
            return JSONObjectUtils.parse(new String(answer.body(), StandardCharsets.UTF_8));
        } catch (TimeoutException late) {
            throw new IOException(address + " did not respond within " + MOST_TIME, late);
        } catch (ExecutionException failed) {
            throw new IOException(address + " could not be read: " + failed.getCause(), failed);
        } catch (ParseException notJson) {
            throw new IOException(address + " is not a JSON object", notJson);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("the wait for " + address + " was interrupted", stopped);
        } finally {
            client.shutdownNow();
        }
    }

    private static HttpRequest request(URI address) {
        return HttpRequest.newBuilder(address)
                .header("Accept", "application/json")
                .build();
    }

    private static HttpResponse.BodyHandler<byte[]> bounded() {
        return HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MOST_BYTES);
    }
}
