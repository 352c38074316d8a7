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
 * The pages of a provider's return address. One asks whether an integration is to be connected to an account, in a browser
 * that is not signed in as its user; its form sends the provider's answer to the same address. The other says that an
 * address is not valid. They have no script.
 */
final class ConsentPage {
    private static final Pattern FIELD = Pattern.compile("\\{\\{(\\w+)}}");
    private static final String STYLE = ClassPath.text("/consent/style.css");
    private static final String STYLE_HASH = Base64.getEncoder()
            .encodeToString(HexFormat.of().parseHex(Sha256.of(STYLE).value()));
    private static final Template CONNECT = Template.of("/consent/connect.html");
    private static final Template FAILED = Template.of("/consent/failed.html");

    private ConsentPage() {}

    private record Template(String html) {
        static Template of(String path) {
            return new Template(ClassPath.text(path).replace("{{style}}", STYLE));
        }

        void send(Exchange exchange, int status, String formTargets, Map<String, String> values) {
            exchange.header(
                    "Content-Security-Policy",
                    "default-src 'none'; style-src 'sha256-" + STYLE_HASH + "'; base-uri 'none'; form-action "
                            + formTargets + "; frame-ancestors 'none'");
            exchange.header("Referrer-Policy", "same-origin");
            String filled = FIELD.matcher(html)
                    .replaceAll(field -> Matcher.quoteReplacement(escaped(values.getOrDefault(field.group(1), ""))));
            exchange.text(status, "text/html; charset=utf-8", filled);
        }
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
        CONNECT.send(exchange, 200, "'self' " + origin, values);
    }

    /**
     * Says that the address is not valid, or no longer.
     *
     * @param back the page that the user returns to
     */
    static void fail(Exchange exchange, String back) {
        FAILED.send(exchange, 400, "'none'", Map.of("back", back));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
