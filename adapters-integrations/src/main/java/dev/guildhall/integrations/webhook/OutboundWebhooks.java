package dev.guildhall.integrations.webhook;

import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.OutboundFailure;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.net.OutboundRequest;
import dev.guildhall.integrations.net.OutboundStream;
import dev.guildhall.integrations.net.OutboundUrl;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.webhook.WebhookSender;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import okhttp3.HttpUrl;

/** Sends requests to webhooks; of the addresses inside the network only to those that the rules list (webhooks-7). */
public final class OutboundWebhooks implements WebhookSender {
    private static final int READ_BYTES = 4 * 1024;
    private static final String BLOCKED =
            "the address is not public: of the other addresses, webhooks reach only those that GUILDHALL_WEBHOOK_ALLOW"
                    + " lists";
    private static final OutboundRequest.Credentials NO_CREDENTIALS =
            new OutboundRequest.Credentials(Set.of(), Set.of());

    private final EgressRules rules;
    private final OutboundHttp http;

    public OutboundWebhooks(EgressRules rules, Ticker ticker, InstantSource clock) {
        this.rules = rules;
        this.http = new OutboundHttp(rules, ticker, clock);
    }

    @Override
    public Optional<String> fault(String url) {
        try {
            HttpUrl address = OutboundUrl.parse(url);
            return rules.allowsLiteral(address) ? Optional.empty() : Optional.of(BLOCKED);
        } catch (OutboundFailure malformed) {
            return Optional.of(message(malformed));
        }
    }

    @Override
    public Reply send(String url, Map<String, String> headers, byte[] body, Duration timeout) {
        Map<String, String> all = new HashMap<>(headers);
        all.put("User-Agent", "Guildhall");
        try (OutboundStream answer = http.open(new OutboundRequest(
                "POST",
                OutboundUrl.parse(url),
                all,
                NO_CREDENTIALS,
                Optional.of(new OutboundRequest.Body("application/json", body)),
                new OutboundRequest.Limits(timeout, READ_BYTES),
                false,
                false))) {
            readLittle(answer.body());
            return reply(answer.status());
        } catch (OutboundFailure failure) {
            return new Reply(Optional.empty(), Optional.of(message(failure)));
        }
    }

    /** A connection can be used again when its response was read; the rest of a longer one is dropped. */
    private static void readLittle(InputStream body) {
        try {
            body.readNBytes(READ_BYTES);
        } catch (IOException broken) {
            throw new OutboundFailure(FailureKind.UNREACHABLE, "the response ended early");
        }
    }

    private static Reply reply(int status) {
        boolean isRedirect = status >= 300 && status < 400;
        Optional<String> error = status >= 200 && status < 300
                ? Optional.empty()
                : Optional.of("the response has the status " + status
                        + (isRedirect ? ", and redirects are not followed" : ""));
        return new Reply(Optional.of(status), error);
    }

    private static String message(OutboundFailure failure) {
        return failure.kind() == FailureKind.BLOCKED ? BLOCKED : String.valueOf(failure.getMessage());
    }
}
