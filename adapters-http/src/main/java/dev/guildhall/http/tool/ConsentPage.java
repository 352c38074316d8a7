package dev.guildhall.http.tool;

import dev.guildhall.http.ClassPath;
import dev.guildhall.http.Exchange;
import dev.guildhall.ports.connection.ConsentAnswer;
import dev.guildhall.ports.connection.ConsentQuestion;
import dev.guildhall.ports.run.Sha256;
import java.net.URI;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page that asks whether an integration is to be connected to an account, in a browser that is not signed in as its
 * user. It has no script, and its form sends the provider's answer to the same address.
 */
final class ConsentPage {
    private static final String TEMPLATE = ClassPath.text("/consent/connect.html");
    private static final Pattern FIELD = Pattern.compile("\\{\\{(\\w+)}}");
    private static final Pattern STYLE = Pattern.compile("<style>(.*?)</style>", Pattern.DOTALL);
    private static final String STYLE_HASH = styleHash();

    private ConsentPage() {}

    private static String styleHash() {
        Matcher style = STYLE.matcher(TEMPLATE);
        if (!style.find()) {
            throw new IllegalStateException("the page has no style");
        }
        return Base64.getEncoder()
                .encodeToString(
                        HexFormat.of().parseHex(Sha256.of(style.group(1)).value()));
    }

    static void show(Exchange exchange, ConsentQuestion question, ConsentAnswer answer) {
        URI redirect = question.redirectUri();
        String origin = redirect.getScheme() + "://" + redirect.getRawAuthority();
        Map<String, String> values = Map.of(
                "account", question.account(),
                "integration", question.integration(),
                "host", redirect.getRawAuthority(),
                "state", answer.state(),
                "code", answer.code().orElse(""));
        // A browser checks the redirect that answers a form, too.
        exchange.header(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'sha256-" + STYLE_HASH + "'; base-uri 'none'; form-action 'self' "
                        + origin + "; frame-ancestors 'none'");
        exchange.header("Referrer-Policy", "same-origin");
        exchange.text(
                200,
                "text/html; charset=utf-8",
                FIELD.matcher(TEMPLATE)
                        .replaceAll(
                                field -> Matcher.quoteReplacement(escaped(values.getOrDefault(field.group(1), "")))));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
