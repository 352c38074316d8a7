package dev.guildhall.ports.webhook;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.Refusal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An address that the server sends requests to when something has happened.
 *
 * @param id never changes
 * @param owner whose tasks, workflows, runs and approvals it is told
 * @param keyId the API key that made it: it is told only what the key may see, and ends with the key (keys-6); absent when
 *     its owner had signed in
 * @param countsFor the user for whose limits it counts instead of the owner (general-24); absent means the owner
 * @param url where requests are sent: http or https, 1 to {@value #MAX_URL} characters
 * @param events what it is told, 1 to {@value #MOST_EVENTS}
 * @param createdAt when it was stored
 * @param failingSince the first failed try since the last one that succeeded; absent after a success and at first
 * @param disabledAt since when nothing is sent; absent while it is enabled
 */
public record Webhook(
        WebhookId id,
        UserId owner,
        Optional<ApiKeyId> keyId,
        Optional<UserId> countsFor,
        String url,
        List<EventPattern> events,
        Instant createdAt,
        Optional<Instant> failingSince,
        Optional<Instant> disabledAt) {
    /** The longest address, in characters. */
    public static final int MAX_URL = 2_048;

    /**
     * How many deliveries may follow each other, each to a receiver that has started the work that the next one is about
     * (webhooks-13).
     */
    public static final int MOST_HOPS = 8;

    /** The header of a request that says how many deliveries have led to it, with the request itself; 1 or more. */
    public static final String HOPS = "Guildhall-Hops";

    /** How many deliveries of a webhook wait (webhooks-14). */
    public static final int MOST_PENDING = 10_000;

    /** How many patterns of events a webhook has. */
    public static final int MOST_EVENTS = 20;

    /** Refuses with {@code CommonProblem.Invalid} an empty or too long address, and no or too many events. */
    public Webhook {
        events = events.stream().distinct().toList();
        if (url.isEmpty() || url.length() > MAX_URL) {
            throw Refusal.invalid("url", "must have 1 to " + MAX_URL + " characters");
        }
        requireAddress(url);
        if (events.isEmpty() || events.size() > MOST_EVENTS) {
            throw Refusal.invalid("events", "must have 1 to " + MOST_EVENTS + " items");
        }
    }

    private static void requireAddress(String url) {
        try {
            URI address = new URI(url);
            boolean isHttp =
                    "http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme());
            if (!isHttp || address.getHost() == null || address.getRawUserInfo() != null) {
                throw Refusal.invalid("url", "must be an http or https address without a user and a password");
            }
        } catch (URISyntaxException malformed) {
            throw Refusal.invalid("url", "must be an http or https address without a user and a password");
        }
    }

    /** Whether requests are sent. */
    public boolean isEnabled() {
        return disabledAt.isEmpty();
    }

    /** Whether it is told an event. */
    public boolean subscribesTo(WebhookEvent event) {
        return isEnabled() && events.stream().anyMatch(pattern -> pattern.matches(event));
    }

    /** The same webhook after a change. */
    public Webhook with(WebhookChange change, Instant now) {
        boolean enabled = change.enabled().orElse(isEnabled());
        return new Webhook(
                id,
                owner,
                keyId,
                countsFor,
                change.url().orElse(url),
                change.events().orElse(events),
                createdAt,
                enabled && !isEnabled() ? Optional.empty() : failingSince,
                enabled ? Optional.empty() : disabledAt.or(() -> Optional.of(now)));
    }

    /** The same webhook, which counts for its owner. */
    public Webhook countingForOwner() {
        return new Webhook(id, owner, keyId, Optional.empty(), url, events, createdAt, failingSince, disabledAt);
    }

    /** The same webhook in another state. */
    public Webhook in(Optional<Instant> nowFailingSince, Optional<Instant> nowDisabledAt) {
        return new Webhook(id, owner, keyId, countsFor, url, events, createdAt, nowFailingSince, nowDisabledAt);
    }
}
