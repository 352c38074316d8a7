package dev.guildhall.integrations.mcp.http;

import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions.CredentialHeader;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.net.OutboundRequest;
import dev.guildhall.ports.connection.Credential;
import java.util.Map;
import java.util.Optional;
import okhttp3.HttpUrl;

/** The HTTP address of one server, and the headers of every request. Immutable. */
public record HttpTransport(OutboundHttp http, HttpUrl address, McpServerOptions.Http options) {
    public HttpTransport(OutboundHttp http, McpServerOptions.Http options) {
        this(
                http,
                Optional.ofNullable(HttpUrl.get(options.address()))
                        .orElseThrow(() ->
                                new IllegalArgumentException(options.address() + " is not an http or https address")),
                options);
    }

    /** A request with this credential; a redirect to another origin does not get the secret headers. */
    OutboundRequest request(String method, Optional<Credential> credential) {
        OutboundRequest request = OutboundRequest.of(method, address).followingRedirects();
        for (Map.Entry<String, String> header : options.headers().entrySet()) {
            request = request.withCredentialHeader(header.getKey(), header.getValue());
        }
        return credential.isPresent() ? withCredential(request, credential.get()) : request;
    }

    private OutboundRequest withCredential(OutboundRequest request, Credential credential) {
        return switch (credential) {
            case Credential.ApiKey(String value) ->
                options.credential()
                        .map(header -> request.withCredentialHeader(header.name(), header.prefix() + value))
                        .orElse(request);
            case Credential.OAuthTokens tokens -> {
                CredentialHeader header = options.credential().orElse(CredentialHeader.BEARER);
                yield request.withCredentialHeader(header.name(), header.prefix() + tokens.accessToken());
            }
        };
    }
}
