package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EmbeddingModelTest {
    @Test
    void the_local_model_is_loaded_after_the_start_before_the_first_search() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);

        Embedder slow = new Embedder() {
            @Override
            public String model() {
                return "slow";
            }

            @Override
            public List<Embedding> embed(List<String> texts) {
                try {
                    started.await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
                asked.countDown();
                return List.of(new Embedding(new float[] {1}));
            }
        };

        new EmbeddingModel(Optional.of(slow), Optional.of(() -> {})).load();
        started.countDown();

        assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
    }
}
