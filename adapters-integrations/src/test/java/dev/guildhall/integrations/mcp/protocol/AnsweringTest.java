package dev.guildhall.integrations.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AnsweringTest {
    private final Answering answering = new Answering();

    @Test
    void a_limited_number_is_answered_at_once_and_others_later() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        Semaphore ended = new Semaphore(0);
        Runnable slow = () -> {
            try {
                held.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            ended.release();
        };
        for (int i = 0; i < McpLimits.ANSWERS; i++) {
            assertThat(answering.begin(slow)).isTrue();
        }

        assertThat(answering.begin(slow)).isFalse();
        held.countDown();
        ended.acquire(McpLimits.ANSWERS);
        while (!answering.begin(() -> {})) {
            Thread.yield();
        }
        assertThat(ended.availablePermits()).isZero();
    }
}
