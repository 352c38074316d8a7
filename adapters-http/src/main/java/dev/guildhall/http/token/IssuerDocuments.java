package dev.guildhall.http.token;

import com.nimbusds.jose.util.JSONObjectUtils;
import dev.guildhall.wire.http.Address;
import dev.guildhall.wire.http.CallProgress;
import dev.guildhall.wire.http.CallTimeouts;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.http.Response;
import dev.guildhall.wire.http.ResponseMemory;
import dev.guildhall.wire.http.Transport;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;

/**
 * Reads the documents that an issuer publishes. Reads are rare, so no connection is kept between them. Redirects are
 * not followed: they could lead to an address that would not have been accepted.
 */
final class IssuerDocuments {
    static final int MOST_BYTES = 256 * 1024;

    private static final Duration MOST_TIME = Duration.ofSeconds(5);
    private static final CallTimeouts TIMEOUTS =
            new CallTimeouts(MOST_TIME, "response", MOST_TIME, MOST_TIME, MOST_TIME);
    private static final int OK = 200;

    private final Transport transport = Transport.toConfigured(0);

    /** Reads a JSON object; throws {@code IOException} when there is none, or not in time. */
    Map<String, Object> read(URI uri) throws IOException {
        Request request = Request.get(address(uri), Map.of("Accept", "application/json"));
        try (Response response = transport.open(request, new CallProgress(TIMEOUTS), ResponseMemory.OF_THE_HEAP)) {
            if (response.status() != OK) {
                throw new IOException(uri + " answered " + response.status());
            }
            byte[] body = response.body().readNBytes(MOST_BYTES + 1);
            if (body.length > MOST_BYTES) {
                throw new IOException(uri + " has more than " + MOST_BYTES + " bytes");
            }
            return JSONObjectUtils.parse(new String(body, StandardCharsets.UTF_8));
        } catch (ParseException notJson) {
            throw new IOException(uri + " is not a JSON object", notJson);
        }
    }

    private static Address address(URI uri) throws IOException {
        Address plain = Address.parse(uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath())
                .orElseThrow(() -> new IOException(uri + " is not an http or https address"));
        return uri.getRawQuery() == null
                ? plain
                : new Address(plain.origin(), plain.target() + "?" + uri.getRawQuery());
    }
}
