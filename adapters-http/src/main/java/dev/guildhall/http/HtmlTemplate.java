package dev.guildhall.http;

import dev.guildhall.ports.run.Sha256;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page without a script for an address that a provider returns browsers to. Its fields are in double braces. Immutable.
 */
public record HtmlTemplate(String html) {
    private static final Pattern FIELD = Pattern.compile("\\{\\{(\\w+)}}");
    private static final String STYLE = ClassPath.text("/consent/style.css");
    private static final String STYLE_HASH = Base64.getEncoder()
            .encodeToString(HexFormat.of().parseHex(Sha256.of(STYLE).value()));
    private static final HtmlTemplate FAILED = of("/consent/failed.html");

    public static HtmlTemplate of(String path) {
        return new HtmlTemplate(ClassPath.text(path).replace("{{style}}", STYLE));
    }

    /** @param formTargets the origins that forms of the page may lead to, as in a content security policy */
    public void send(Exchange exchange, int status, String formTargets, Map<String, String> values) {
        exchange.header(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'sha256-" + STYLE_HASH + "'; base-uri 'none'; form-action " + formTargets
                        + "; frame-ancestors 'none'");
        exchange.header("Referrer-Policy", "same-origin");
        String filled = FIELD.matcher(html)
                .replaceAll(field -> Matcher.quoteReplacement(escaped(values.getOrDefault(field.group(1), ""))));
        exchange.text(status, "text/html; charset=utf-8", filled);
    }

    /**
     * Says that the address is not valid, or no longer (400).
     *
     * @param heading what did not happen
     * @param advice what the user can do
     * @param back the page that the user returns to
     * @param link the text of the link to it
     */
    public static void failed(Exchange exchange, String heading, String advice, String back, String link) {
        FAILED.send(exchange, 400, "'none'", Map.of("heading", heading, "advice", advice, "back", back, "link", link));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
