package dev.guildhall.http.pages;

import dev.guildhall.http.Access;
import dev.guildhall.http.ClassPath;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.StaticFile;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.Sha256;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The web application: one page for all its addresses, and the files that it loads. The addresses of the files contain
 * the application's version, so browsers may cache them forever. The page loads nothing from other origins, and runs
 * only scripts that are files of this server. What a model wrote as a diagram is drawn in a frame.
 */
public final class PageRoutes {
    private static final String FOR_EVER = "public, max-age=31536000, immutable";
    private static final String HTML = "text/html; charset=utf-8";
    private static final Pattern IMPORT_MAP =
            Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);
    /** Pages of OAuth clients open it in a window of their own, and keep their reference to it. */
    private static final String CONSENT = "/oauth/authorize";

    private static final List<String> PATHS = List.of(
            "/",
            "/sign-in",
            "/chats",
            "/chats/{id}",
            "/assistants",
            "/assistants/{id}",
            "/collections",
            "/collections/{id}",
            "/memory",
            "/tools",
            "/tools/{id}",
            "/integrations",
            "/integrations/{name}",
            "/tasks",
            "/tasks/{id}",
            "/workflows/{id}",
            "/schedules",
            "/schedules/{id}",
            "/triggers",
            "/triggers/{id}",
            "/webhooks",
            "/webhooks/{id}",
            "/definitions/{id}",
            "/runs",
            "/runs/{id}",
            "/suites/{id}",
            "/files",
            "/dashboard",
            "/setup",
            "/invitation",
            "/forgot-password",
            "/reset-password",
            "/verify-email",
            "/admin",
            "/admin/{section}",
            "/account",
            "/account/{section}",
            "/account/groups/{id}");

    private final Assets assets = new Assets();
    private final DiagramFrame diagrams = new DiagramFrame();
    private final String base;
    private final String page;
    private final String policy;
    private final String tag;

    public PageRoutes() {
        String template = ClassPath.text("/web/index.html");
        base = "/assets/" + version(template);
        page = template.replace("{{base}}", base);
        Matcher map = IMPORT_MAP.matcher(page);
        if (!map.find()) {
            throw new IllegalStateException("the page has no import map");
        }
        tag = "\"" + Sha256.of(page).value() + "\"";
        policy = policy(Base64.getEncoder()
                .encodeToString(HexFormat.of().parseHex(Sha256.of(map.group(1)).value())));
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        PATHS.forEach(path -> routes.add(Route.get(path, Access.PUBLIC, this::page)));
        routes.add(Route.get(CONSENT, Access.PUBLIC, this::consent));
        routes.add(Route.get(base + "/diagram.html", Access.PUBLIC, this::diagram));
        routes.add(Route.get(base + "/{path...}", Access.PUBLIC, this::asset));
        return routes;
    }

    private static String version(String template) {
        Stream<String> files = ClassPath.text("/web/files.txt")
                .lines()
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .map(name -> ClassPath.text("/web/" + name));
        String all = Stream.concat(Stream.of(template, ClassPath.text("/web/icons.txt")), files)
                .collect(Collectors.joining());
        return Sha256.of(all).value().substring(0, 12);
    }

    private static String policy(String importMap) {
        return "default-src 'none'; script-src 'self' 'sha256-" + importMap + "'; style-src 'self';"
                + " img-src 'self' blob: data:; font-src 'self'; media-src 'self' blob:; connect-src 'self';"
                + " frame-src 'self';"
                + " base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
                + " require-trusted-types-for 'script'; trusted-types lit-html dompurify guildhall";
    }

    /**
     * Responds to requests for unknown addresses: the page is the same, and its script shows that the address is
     * unknown.
     */
    public void unknown(Exchange exchange) {
        secure(exchange, "same-origin");
        exchange.text(404, HTML, page);
    }

    private void secure(Exchange exchange, String openerPolicy) {
        exchange.header("Content-Security-Policy", policy);
        exchange.header("Referrer-Policy", "same-origin");
        // Browsers send Sec-Fetch-Site where they apply the policy; elsewhere they report the header as an error.
        if (exchange.requestHeader("Sec-Fetch-Site").isPresent()) {
            exchange.header("Cross-Origin-Opener-Policy", openerPolicy);
        }
    }

    private void page(Exchange exchange) {
        page(exchange, "same-origin");
    }

    private void consent(Exchange exchange) {
        page(exchange, "unsafe-none");
    }

    private void page(Exchange exchange, String openerPolicy) {
        secure(exchange, openerPolicy);
        exchange.header("Cache-Control", "no-cache");
        if (exchange.isKnown(tag)) {
            exchange.notModified();
            return;
        }
        exchange.text(200, HTML, page);
    }

    private void diagram(Exchange exchange) {
        exchange.header("Content-Security-Policy", diagrams.page().policy());
        exchange.header("Referrer-Policy", "no-referrer");
        send(exchange, diagrams.page().file());
    }

    private void asset(Exchange exchange) {
        StaticFile asset =
                assets.find(exchange.path("path")).orElseThrow(() -> new Refusal(new CommonProblem.NotFound("file")));
        send(exchange, asset);
    }

    private static void send(Exchange exchange, StaticFile file) {
        exchange.header("Cache-Control", FOR_EVER);
        file.send(exchange);
    }
}
