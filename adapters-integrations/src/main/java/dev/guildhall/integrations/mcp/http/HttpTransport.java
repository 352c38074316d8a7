package dev.guildhall.integrations.mcp.http;

import dev.guildhall.integrations.mcp.protocol.CredentialHeader;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.net.OutboundRequest;
import dev.guildhall.ports.connection.Credential;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import okhttp3.HttpUrl;

/** The HTTP address of one server, and the headers of every request. Immutable. */
public final class HttpTransport {
    private final OutboundHttp http;
    private final HttpUrl address;
    private final Map<String, String> headers;
    private final Optional<CredentialHeader> place;

    public HttpTransport(OutboundHttp http, McpServerOptions.Http options) {
        this.http = http;
        this.address = url(options.address());
        this.headers = options.headers();
        this.place = options.credential();
    }

    private static HttpUrl url(URI address) {
        return Optional.ofNullable(HttpUrl.get(address))
                .orElseThrow(() -> new IllegalArgumentException(address + " is not an http or https address"));
    }

    OutboundHttp http() {
        return http;
    }

    /** A request with this credential; a redirect to another origin does not get the secret headers. */
    OutboundRequest request(String method, Optional<Credential> credential) {
        OutboundRequest request = OutboundRequest.of(method, address).followingRedirects();
        for (Map.Entry<String, String> header : headers.entrySet()) {
            request = request.withCredentialHeader(header.getKey(), header.getValue());
        }
        return credential.isPresent() ? withCredential(request, credential.get()) : request;
    }

    private OutboundRequest withCredential(OutboundRequest request, Credential credential) {
        return switch (credential) {
            case Credential.ApiKey(String value) ->
                place.map(header -> request.withCredentialHeader(header.name(), header.prefix() + value))
                        .orElse(request);
            case Credential.OAuthTokens tokens -> {
                CredentialHeader header = place.orElse(CredentialHeader.BEARER);
                yield request.withCredentialHeader(header.name(), header.prefix() + tokens.accessToken());
            }
        };
    }
}
