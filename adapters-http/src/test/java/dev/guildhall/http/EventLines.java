package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.wire.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** An open stream of server-sent events, read line by line. */
public record EventLines(HttpResponse<InputStream> response, BufferedReader lines) implements AutoCloseable {
    /** Opens the stream that answers a POST of JSON. */
    public static EventLines post(HttpClient http, int port, String path, Map<String, String> headers, String body)
            throws Exception {
        return open(http, request(port, path, headers).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Opens the stream that answers a GET. */
    public static EventLines get(HttpClient http, int port, String path, Map<String, String> headers) throws Exception {
        return open(http, request(port, path, headers).GET());
    }

    private static HttpRequest.Builder request(int port, String path, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/json");
        headers.forEach(request::header);
        return request;
    }

    private static EventLines open(HttpClient http, HttpRequest.Builder request) throws Exception {
        HttpResponse<InputStream> response = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        return new EventLines(
                response, new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)));
    }

    /** The data of the next event of that name; the others before it are passed over. */
    public JsonNode next(String name) {
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals("event: " + name)) {
                    String data = lines.readLine();
                    return Json.MAPPER.readTree(
                            (data.startsWith("data: ") ? data : lines.readLine()).substring("data: ".length()));
                }
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        throw new AssertionError("the stream has no event " + name);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
