package dev.guildhall.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.webhook.DueDelivery;
import dev.guildhall.ports.webhook.EventPattern;
import dev.guildhall.ports.webhook.WebhookDelivery;
import dev.guildhall.ports.webhook.WebhookSender;
import dev.guildhall.ports.webhook.WebhookStore;
import dev.guildhall.ports.webhook.Webhooks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WebhookStopTest {
    private static final WebhookStore.Claim ANY =
            new WebhookStore.Claim(10, 10, Map.of(), 10, Set.of(), Duration.ofMinutes(1));

    private final CountDownLatch begun = new CountDownLatch(1);

    /** A receiver that never answers. */
    private final class Hanging implements WebhookSender {
        @Override
        public Optional<String> fault(String url) {
            return Optional.empty();
        }

        @Override
        public Reply send(String url, Map<String, String> headers, byte[] body, Duration timeout) {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return new Reply(Optional.empty(), Optional.of("interrupted"));
        }
    }

    @Test
    void a_node_that_stops_gives_its_deliveries_back_and_another_has_them_at_once() throws InterruptedException {
        Stores stores = InMemoryStores.empty();
        Core core = Core.of(parts ->
                parts.stores(stores).webhooks(new Hanging(), (event, at, resource) -> new byte[] {'{', '}'}));
        Caller.User ada = core.user("test", "ada");
        Webhooks.Created created =
                core.webhooks().create(ada, "https://example.org/hook", List.of(new EventPattern("task.*")));
        WebhookDelivery test = core.webhooks().test(ada, created.webhook().id());

        core.start();
        begun.await();
        List<DueDelivery> whileItRuns = stores.webhooks().claim(ANY);
        core.close();

        List<DueDelivery> after = stores.webhooks().claim(ANY);
        assertThat(whileItRuns).isEmpty();
        assertThat(after).extracting(due -> due.delivery().id()).containsExactly(test.id());
        assertThat(after.getFirst().tries()).isZero();
        assertThat(after.getFirst().delivery().attempts()).isEmpty();
    }
}
