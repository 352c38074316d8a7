package dev.guildhall.http.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.http.Access;
import dev.guildhall.http.ClassPath;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.Service;
import dev.guildhall.http.StaticFile;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The OpenAPI documents of a node's services, and a page that shows them. This process serves everything; the page
 * contacts no other address. They are read when a client first asks for them, so that no start waits.
 */
public final class ApiDocuments {
    private static final String VIEWER = "/META-INF/resources/webjars/swagger-ui/5.34.1/";
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final Map<Service, String> servers;
    private final Map<Service, byte[]> documents = new ConcurrentHashMap<>();
    private final Map<String, StaticFile> files = new ConcurrentHashMap<>();

    /**
     * @param servers for each service of the node the address that its paths are appended to; an address without a host
     *     is on the listener that serves the document
     */
    public ApiDocuments(Map<Service, String> servers) {
        this.servers = new EnumMap<>(servers);
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        servers.forEach((service, server) -> {
            routes.add(Route.get(
                    "/openapi/" + service.wireName() + ".json",
                    Access.PUBLIC,
                    exchange -> exchange.jsonBytes(
                            200, documents.computeIfAbsent(service, _ -> document(service, server)))));
        });
        routes.add(Route.get("/docs", Access.PUBLIC, this::page));
        routes.add(file("/docs/docs.css", "text/css; charset=utf-8", () -> ClassPath.bytes("/docs/docs.css")));
        routes.add(file("/docs/docs.js", "text/javascript; charset=utf-8", this::script));
        routes.add(file("/docs/swagger-ui.css", "text/css; charset=utf-8", () -> viewer("swagger-ui.css")));
        routes.add(file(
                "/docs/swagger-ui-bundle.js", "text/javascript; charset=utf-8", () -> viewer("swagger-ui-bundle.js")));
        routes.add(file(
                "/docs/swagger-ui-standalone-preset.js",
                "text/javascript; charset=utf-8",
                () -> viewer("swagger-ui-standalone-preset.js")));
        routes.add(file("/docs/favicon.png", "image/png", () -> viewer("favicon-32x32.png")));
        return routes;
    }

    private static byte[] document(Service service, String server) {
        try {
            ObjectNode document =
                    (ObjectNode) Json.LENIENT.readTree(ClassPath.bytes("/openapi/" + service.wireName() + ".json"));
            document.putArray("servers").addObject().put("url", server.isEmpty() ? "/" : server);
            return Json.LENIENT.writeValueAsBytes(document);
        } catch (IOException broken) {
            throw new UncheckedIOException("the OpenAPI document of " + service.wireName() + " cannot be read", broken);
        }
    }

    private void page(Exchange exchange) {
        exchange.header("Content-Security-Policy", POLICY);
        exchange.header("Referrer-Policy", "same-origin");
        exchange.header("Cache-Control", "no-cache");
        files.computeIfAbsent(
                        "/docs", _ -> StaticFile.of("text/html; charset=utf-8", ClassPath.bytes("/docs/docs.html")))
                .send(exchange);
    }

    /** The script knows the services of this node and their addresses. */
    private byte[] script() {
        ObjectNode services = Json.LENIENT.createObjectNode();
        servers.forEach((service, server) -> services.put(service.wireName(), server));
        return ClassPath.text("/docs/docs.js")
                .replace("/*SERVICES*/ {}", services.toString())
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] viewer(String name) {
        return ClassPath.bytes(VIEWER + name);
    }

    private Route file(String path, String contentType, Supplier<byte[]> bytes) {
        return Route.get(path, Access.PUBLIC, exchange -> {
            exchange.header("Cache-Control", "public, max-age=3600");
            files.computeIfAbsent(path, _ -> StaticFile.of(contentType, bytes.get()))
                    .send(exchange);
        });
    }
}
