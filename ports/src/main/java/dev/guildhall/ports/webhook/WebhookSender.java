package dev.guildhall.ports.webhook;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Driven port: sends requests to the addresses of webhooks, of which some are not allowed (webhooks-7). */
public interface WebhookSender {
    /**
     * What is wrong with an address, for example that it is in the network; empty when nothing is. Looks up no name, and
     * does not block.
     */
    Optional<String> fault(String url);

    /**
     * Sends a POST, and reads a little of the response. Redirects are not followed. Blocks; an interrupt ends it.
     *
     * @param timeout the time for all of it, more than zero
     */
    Reply send(String url, Map<String, String> headers, byte[] body, Duration timeout);

    /**
     * The end of a request.
     *
     * @param status the status of the response; absent when there was none in time
     * @param error why it failed, without addresses; absent when the status is 200 to 299
     */
    record Reply(Optional<Integer> status, Optional<String> error) {}
}
