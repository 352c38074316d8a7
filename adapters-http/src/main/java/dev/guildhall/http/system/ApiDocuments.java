package dev.guildhall.http.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.http.Access;
import dev.guildhall.http.ClassPath;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.Service;
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
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();

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
        routes.add(Route.get("/docs", Access.PUBLIC, ApiDocuments::page));
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

    private static void page(Exchange exchange) {
        exchange.header("Content-Security-Policy", POLICY);
        exchange.bytes(200, "text/html; charset=utf-8", ClassPath.bytes("/docs/docs.html"));
    }

    private byte[] script() {
        List<String> urls = servers.keySet().stream()
                .map(service -> "{\"name\":\"" + service.wireName() + "\",\"url\":\"/openapi/" + service.wireName()
                        + ".json\"}")
                .toList();
        return ClassPath.text("/docs/docs.js")
                .replace("/*URLS*/", String.join(",", urls))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] viewer(String name) {
        return ClassPath.bytes(VIEWER + name);
    }

    private Route file(String path, String contentType, Supplier<byte[]> bytes) {
        return Route.get(path, Access.PUBLIC, exchange -> {
            exchange.header("Cache-Control", "public, max-age=3600");
            exchange.bytes(200, contentType, files.computeIfAbsent(path, _ -> bytes.get()));
        });
    }
}
