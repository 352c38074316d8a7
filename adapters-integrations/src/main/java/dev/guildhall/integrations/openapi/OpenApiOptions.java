package dev.guildhall.integrations.openapi;

import dev.guildhall.integrations.httptool.ResponseRules;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.Optional;
import java.util.Set;
import okhttp3.HttpUrl;

/**
 * The settings that a document does not contain.
 *
 * @param tools what all tools of the document have in common
 * @param address where its requests go
 * @param auth how users sign in; absent when the document decides
 * @param hasClient whether this installation is a client of the API's OAuth 2.0 provider: where the document offers a
 *     consent and a key, the consent is used, and otherwise the key
 * @param headers the names of constant headers, which no argument may have
 * @param include the operations that become tools, by {@code operationId} or as {@code GET /path}; none means all
 */
public record OpenApiOptions(
        Tools tools,
        Address address,
        Optional<ApiAuth> auth,
        boolean hasClient,
        Set<String> headers,
        Set<String> include) {
    /** What all tools of a document have in common. */
    public record Tools(IntegrationName integration, ToolVersion version, ResponseRules answers) {}

    /**
     * Where requests go.
     *
     * @param source where the document came from: what its own addresses are relative to; absent for a text
     * @param base the prefix of all paths; absent when the document names it
     */
    public record Address(Optional<HttpUrl> source, Optional<HttpUrl> base) {
        /** The address that the document names, which must be absolute. */
        public static final Address OF_THE_DOCUMENT = new Address(Optional.empty(), Optional.empty());
    }

    public OpenApiOptions {
        headers = Set.copyOf(headers);
        include = Set.copyOf(include);
    }

    /** Options of all operations, with the document's own address and sign-in. */
    public OpenApiOptions(Tools tools) {
        this(tools, Address.OF_THE_DOCUMENT, Optional.empty(), false, Set.of(), Set.of());
    }

    public OpenApiOptions at(Address other) {
        return new OpenApiOptions(tools, other, auth, hasClient, headers, include);
    }

    public OpenApiOptions withAuth(ApiAuth other) {
        return new OpenApiOptions(tools, address, Optional.of(other), hasClient, headers, include);
    }

    public OpenApiOptions withClient() {
        return new OpenApiOptions(tools, address, auth, true, headers, include);
    }

    public OpenApiOptions withHeaders(Set<String> names) {
        return new OpenApiOptions(tools, address, auth, hasClient, names, include);
    }

    public OpenApiOptions including(Set<String> operations) {
        return new OpenApiOptions(tools, address, auth, hasClient, headers, operations);
    }

    boolean hasHeader(String name) {
        return headers.stream().anyMatch(name::equalsIgnoreCase);
    }
}
