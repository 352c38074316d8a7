package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleRun;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Sha256;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link BlobStore} does. */
public interface BlobStoreContract {
    int MOST = 1_000_000;
    Duration OLD = Duration.ofHours(1);

    /** The store, empty at the beginning of each test. */
    BlobStore blobs();

    /** The store's current time. */
    Instant now();

    /** Advances the store's time. */
    void passTime(Duration time);

    private static byte[] some() {
        return Sample.id("content").getBytes(StandardCharsets.UTF_8);
    }

    private Sha256 put(byte[] content) {
        return blobs().put(new ByteArrayInputStream(content), MOST).content();
    }

    private byte[] read(Sha256 content) {
        try (InputStream in = blobs().open(content).orElseThrow()) {
            return in.readAllBytes();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void sweepOld() {
        blobs().sweep(now().minus(OLD), some -> Set.of());
    }

    @Test
    default void stored_content_is_read_unchanged() {
        byte[] large = new byte[900_000];
        new Random(7).nextBytes(large);

        for (byte[] content : List.of(some(), large, new byte[0])) {
            BlobStore.Blob blob = blobs().put(new ByteArrayInputStream(content), MOST);

            assertThat(blob).isEqualTo(new BlobStore.Blob(Sha256.of(content), content.length));
            assertThat(blobs().find(blob.content())).contains(blob);
            assertThat(read(blob.content())).isEqualTo(content);
        }
    }

    @Test
    default void unknown_content_is_not_found() {
        assertThat(blobs().find(SampleRun.content())).isEmpty();
        assertThat(blobs().open(SampleRun.content())).isEmpty();
        sweepOld();
    }

    @Test
    default void content_that_is_too_long_is_refused_and_not_kept() {
        byte[] content = some();

        assertThat(blobs().put(new ByteArrayInputStream(content), content.length)
                        .size())
                .isEqualTo(content.length);
        byte[] longer = "%s and more".formatted(Sample.id("content")).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> blobs().put(new ByteArrayInputStream(longer), longer.length - 1L))
                .isInstanceOf(Refusal.class);
        assertThat(blobs().find(Sha256.of(longer))).isEmpty();
    }

    @Test
    default void content_that_cannot_be_read_to_its_end_is_not_kept() {
        byte[] content = some();
        InputStream broken = new ByteArrayInputStream(content) {
            @Override
            public synchronized int read(byte[] buffer, int offset, int length) {
                int read = super.read(buffer, offset, length);
                if (read < 0) {
                    throw new UncheckedIOException(new IOException("the connection was reset"));
                }
                return read;
            }
        };

        assertThatThrownBy(() -> blobs().put(broken, MOST)).isInstanceOf(UncheckedIOException.class);

        assertThat(blobs().find(Sha256.of(content))).isEmpty();
    }

    @Test
    default void only_old_content_that_is_not_in_use_is_swept() {
        Sha256 unused = put(some());
        Sha256 used = put(some());
        passTime(OLD.plusSeconds(1));
        Sha256 young = put(some());

        blobs().sweep(now().minus(OLD), some -> {
            assertThat(some).isSubsetOf(unused, used);
            return Set.of(used);
        });

        assertThat(blobs().find(unused)).isEmpty();
        assertThat(blobs().open(unused)).isEmpty();
        assertThat(blobs().find(used)).isPresent();
        assertThat(blobs().find(young)).isPresent();
    }

    @Test
    default void content_that_is_put_again_counts_as_new() {
        byte[] content = some();
        put(content);
        passTime(OLD.plusSeconds(1));
        Sha256 again = put(content);

        sweepOld();

        assertThat(read(again)).isEqualTo(content);
    }

    @Test
    default void content_that_is_stored_again_during_a_sweep_is_not_removed() {
        byte[] content = some();
        Sha256 kept = put(content);
        passTime(OLD.plusSeconds(1));

        blobs().sweep(now().minus(OLD), some -> {
            put(content);
            return Set.of();
        });

        assertThat(read(kept)).isEqualTo(content);
    }

    @RepeatedTest(20)
    default void content_that_is_stored_while_it_is_removed_exists_afterwards() throws Exception {
        byte[] content = some();
        put(content);
        passTime(OLD.plusSeconds(1));
        Callable<Boolean> sweep = () -> {
            sweepOld();
            return true;
        };
        Callable<Boolean> put = () -> {
            put(content);
            return true;
        };

        AtOnce.run(List.of(sweep, put, put, sweep));

        assertThat(read(Sha256.of(content))).isEqualTo(content);
    }

    @RepeatedTest(5)
    default void the_same_content_may_be_put_by_many_at_once() throws Exception {
        byte[] content = new byte[200_000];
        new Random().nextBytes(content);
        Callable<BlobStore.Blob> put = () -> blobs().put(new ByteArrayInputStream(content), MOST);

        List<BlobStore.Blob> blobs = AtOnce.run(Collections.nCopies(6, put));

        assertThat(Set.copyOf(blobs)).containsExactly(new BlobStore.Blob(Sha256.of(content), content.length));
        assertThat(read(Sha256.of(content))).isEqualTo(content);
    }

    @Test
    default void content_that_is_swept_can_be_read_to_its_end_by_those_that_have_opened_it() throws IOException {
        byte[] content = new byte[500_000];
        new Random(8).nextBytes(content);
        Sha256 digest = put(content);
        passTime(OLD.plusSeconds(1));

        try (InputStream in = blobs().open(digest).orElseThrow()) {
            int first = in.read();
            sweepOld();

            assertThat(first).isEqualTo(content[0] & 0xff);
            assertThat(in.readAllBytes()).hasSize(content.length - 1);
        }
        assertThat(blobs().find(digest)).isEmpty();
    }

    private BlobStore.Written write(byte[] content) {
        return blobs().write(new ByteArrayInputStream(content), MOST);
    }

    @Test
    default void a_write_of_new_content_can_be_undone() {
        BlobStore.Written written = write(some());

        boolean removed = blobs().undo(written);

        assertThat(removed).isTrue();
        assertThat(blobs().find(written.blob().content())).isEmpty();
    }

    @Test
    default void content_that_was_stored_before_stays_when_a_later_write_is_undone() {
        byte[] content = some();
        put(content);

        BlobStore.Written written = write(content);
        boolean removed = blobs().undo(written);

        assertThat(written.isNew()).isFalse();
        assertThat(removed).isFalse();
        assertThat(read(written.blob().content())).isEqualTo(content);
    }

    @Test
    default void content_that_was_stored_again_stays_when_its_first_write_is_undone() {
        byte[] content = some();
        BlobStore.Written first = write(content);
        put(content);

        boolean removed = blobs().undo(first);

        assertThat(removed).isFalse();
        assertThat(read(first.blob().content())).isEqualTo(content);
    }

    @RepeatedTest(5)
    default void undoing_writes_never_removes_content_that_another_write_keeps() throws Exception {
        byte[] content = some();
        Callable<Sha256> keeps = () -> put(content);
        Callable<Sha256> undoes = () -> {
            BlobStore.Written written = write(content);
            blobs().undo(written);
            return written.blob().content();
        };

        Sha256 kept = AtOnce.run(List.of(undoes, undoes, keeps, undoes, undoes)).getFirst();

        assertThat(read(kept)).isEqualTo(content);
    }
}
