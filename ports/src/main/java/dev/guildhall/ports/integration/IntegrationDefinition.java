package dev.guildhall.ports.integration;

import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An integration that a user adds while the server runs (tools-27).
 *
 * @param key its owner and its name
 * @param displayName the name that users see; 1 to {@value #MAX_NAME} characters
 * @param description what it is used for; at most {@value #MAX_DESCRIPTION} characters
 * @param kind {@code MCP} or {@code OPENAPI}
 * @param url the address of the server, or of the API document; absent for a document that the user sent
 * @param baseUrl the address of the API; absent for a server, and while the document that says it has not been fetched
 * @param headers sent with each request, with their secret values; at most {@value #MAX_HEADERS}
 * @param clientId this installation's OAuth client at the provider; absent when it has none
 * @param clientSecret of that client; absent when it has none
 * @param scopes that users may grant; empty means those that the provider names
 * @param sampling whether the model of this installation answers what the server asks a model
 */
public record IntegrationDefinition(
        Integration.Key key,
        String displayName,
        String description,
        IntegrationKind kind,
        Optional<String> url,
        Optional<String> baseUrl,
        Map<String, String> headers,
        Optional<String> clientId,
        Optional<String> clientSecret,
        List<Scope> scopes,
        boolean sampling) {
    /** The most characters of the name that users see. */
    public static final int MAX_NAME = 200;

    /** The most characters of a description. */
    public static final int MAX_DESCRIPTION = 2_000;

    /** The most headers. */
    public static final int MAX_HEADERS = 50;

    /** The most characters of an API document: 5 MiB. */
    public static final int MAX_DOCUMENT = 5 * 1024 * 1024;

    /** The most characters of an address, of the value of a header, and of what names an OAuth client. */
    public static final int MAX_TEXT = 4_096;

    /** The most scopes. */
    public static final int MAX_SCOPES = 100;

    /**
     * Refuses what no integration can be.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} that names each field
     */
    public IntegrationDefinition {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        scopes = List.copyOf(scopes);
        List<Violation> violations = new ArrayList<>();
        if (displayName.isBlank() || displayName.length() > MAX_NAME) {
            violations.add(new Violation("displayName", "must be 1 to " + MAX_NAME + " characters"));
        }
        if (description.length() > MAX_DESCRIPTION) {
            violations.add(new Violation("description", "must be at most " + MAX_DESCRIPTION + " characters"));
        }
        if (kind != IntegrationKind.MCP && kind != IntegrationKind.OPENAPI) {
            violations.add(new Violation("kind", "must be mcp or openapi"));
        }
        if (kind == IntegrationKind.MCP && url.isEmpty()) {
            violations.add(new Violation("url", "is required for a server"));
        }
        if (kind == IntegrationKind.MCP && baseUrl.isPresent()) {
            violations.add(new Violation("baseUrl", "is only for an API document"));
        }
        if (kind == IntegrationKind.OPENAPI && sampling) {
            violations.add(new Violation("sampling", "is only for a server of the Model Context Protocol"));
        }
        if (clientSecret.isPresent() && clientId.isEmpty()) {
            violations.add(new Violation("clientId", "is required with a clientSecret"));
        }
        if (headers.size() > MAX_HEADERS) {
            violations.add(new Violation("headers", "must be at most " + MAX_HEADERS));
        }
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(violations));
        }
    }

    /** The address that receives the headers and the credentials of users; absent when the document alone says it. */
    public Optional<String> target() {
        return kind == IntegrationKind.MCP ? url : baseUrl;
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return "IntegrationDefinition[" + key + ", " + kind + ", " + url + "]";
    }
}
