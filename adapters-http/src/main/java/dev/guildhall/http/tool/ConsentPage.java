package dev.guildhall.http.tool;

import dev.guildhall.http.Exchange;
import dev.guildhall.http.HtmlTemplate;
import dev.guildhall.ports.connection.ConsentQuestion;
import dev.guildhall.ports.connection.ConsentResponse;
import java.net.URI;
import java.util.Map;

/**
 * The pages of a provider's return address. One asks whether an integration is to be connected to an account, in a browser
 * that is not signed in as its user; its form sends the provider's answer to the same address. The other says that an
 * address is not valid.
 */
final class ConsentPage {
    private static final HtmlTemplate CONNECT = HtmlTemplate.of("/consent/connect.html");

    private ConsentPage() {}

    static void show(Exchange exchange, ConsentQuestion question, ConsentResponse answer) {
        URI redirect = question.redirectUri();
        String origin = redirect.getScheme() + "://" + redirect.getRawAuthority();
        Map<String, String> values = Map.of(
                "account", question.account(),
                "integration", question.integration(),
                "host", redirect.getRawAuthority(),
                "state", answer.state(),
                "code", answer.code().orElse(""),
                "issuer", answer.issuer().orElse(""));
        // A browser checks the redirect that answers a form, too.
        CONNECT.send(exchange, 200, "'self' " + origin, values);
    }

    /**
     * Says that the address is not valid, or no longer.
     *
     * @param back the page that the user returns to
     */
    static void fail(Exchange exchange, String back) {
        HtmlTemplate.failed(
                exchange, "Not connected", "Connect the integration again.", back, "Go to the integrations");
    }
}
