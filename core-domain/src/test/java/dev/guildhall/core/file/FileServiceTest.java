package dev.guildhall.core.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Limits;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.FileLimits;
import dev.guildhall.core.inmemory.InMemoryBlobStore;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.file.Files;
import dev.guildhall.ports.file.ReceivedFile;
import dev.guildhall.ports.file.StoredFile;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.FileProblem;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Content;
import dev.guildhall.testkit.Sample;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FileServiceTest {
    private static final FileLimits LIMITS = new FileLimits(10, 25, Duration.ofHours(1));

    private BlobStore content;
    private final Installation installation = new Installation(parts -> {
        content = new InMemoryBlobStore(parts.clock());
        return parts.limits(Limits.DEFAULT.withFile(LIMITS)).fileBlobs(content);
    });
    private final Files files = installation.core().files();
    private final Caller.User ada = installation.someone();
    private final Caller.User bob = installation.someone();

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private ReceivedFile received(Caller.User user, String text) {
        return files.receive(user, new FileName("notes.png"), text(text));
    }

    private StoredFile kept(Caller.User user, String text) {
        return files.keep(user, List.of(received(user, text))).getFirst();
    }

    @Test
    void a_stored_file_has_its_content_and_the_detected_type() throws IOException {
        StoredFile file = kept(ada, "hello");

        assertThat(file.contentType()).startsWith("text/plain");
        assertThat(file.size()).isEqualTo(5);
        assertThat(files.find(ada, file.id())).isEqualTo(file);
        Content content = files.open(ada, file.id());
        try (InputStream stream = content.stream()) {
            assertThat(stream.readAllBytes()).asString().isEqualTo("hello");
        }
        assertThat(files.list(ada, ada.userId(), PageRequest.first()).items()).containsExactly(file);
    }

    @Test
    void a_file_may_have_exactly_as_many_bytes_as_are_allowed() {
        assertThat(received(ada, "x".repeat(10)).size()).isEqualTo(10);

        assertThat(Refused.by(() -> received(ada, "x".repeat(11)))).isEqualTo(new FileProblem.TooLarge(10));
    }

    @Test
    void of_files_beyond_the_quota_none_is_stored() {
        kept(ada, "x".repeat(10));
        ReceivedFile more = received(ada, "y".repeat(10));

        assertThat(Refused.by(() -> received(ada, "z".repeat(6)))).isEqualTo(new FileProblem.QuotaExceeded(25));

        assertThat(files.list(ada, ada.userId(), PageRequest.first()).items()).hasSize(1);
        assertThat(files.keep(ada, List.of(more))).hasSize(1);
        assertThat(Refused.by(() -> files.keep(ada, List.of(more)))).isEqualTo(new FileProblem.QuotaExceeded(25));
        assertThat(kept(bob, "x".repeat(10)).userId()).isEqualTo(bob.userId());
    }

    @Test
    void what_was_received_and_belongs_to_no_file_counts_until_it_is_removed() {
        received(ada, "x".repeat(10));
        received(ada, "y".repeat(10));

        assertThat(Refused.by(() -> received(ada, "z".repeat(6)))).isEqualTo(new FileProblem.QuotaExceeded(25));
        assertThat(received(ada, "z".repeat(5)).size()).isEqualTo(5);
        assertThat(Refused.by(() -> received(ada, "a"))).isEqualTo(new FileProblem.QuotaExceeded(25));
        received(bob, "x".repeat(10));

        installation.time().advance(LIMITS.unused());

        assertThat(kept(ada, "z".repeat(6)).size()).isEqualTo(6);
    }

    @Test
    void what_a_form_that_ended_badly_has_sent_is_removed_and_given_back_at_once() {
        ReceivedFile first = received(ada, "x".repeat(10));
        ReceivedFile again = received(ada, "x".repeat(10));

        files.discard(ada, List.of(first, again));

        assertThat(content.find(first.sha256())).isEmpty();
        assertThat(kept(ada, "y".repeat(10)).size()).isEqualTo(10);
        assertThat(kept(ada, "z".repeat(10)).size()).isEqualTo(10);
        assertThat(kept(ada, "a".repeat(5)).size()).isEqualTo(5);
    }

    @Test
    void discarded_content_that_another_upload_has_stored_meanwhile_stays_and_counts_until_the_sweep()
            throws IOException {
        ReceivedFile failing = received(ada, "x".repeat(10));
        StoredFile same = kept(bob, "x".repeat(10));
        ReceivedFile mine = received(ada, "y".repeat(10));
        received(bob, "y".repeat(10));

        files.discard(ada, List.of(failing, mine));

        try (InputStream stream = files.open(bob, same.id()).stream()) {
            assertThat(stream.readAllBytes()).hasSize(10);
        }
        assertThat(content.find(mine.sha256())).isPresent();
        assertThat(received(ada, "z".repeat(10)).size()).isEqualTo(10);
        assertThat(Refused.by(() -> received(ada, "a".repeat(6)))).isEqualTo(new FileProblem.QuotaExceeded(25));
    }

    @Test
    void files_that_are_refused_are_discarded() {
        ReceivedFile one = received(ada, "x".repeat(10));
        ReceivedFile two = received(ada, "y".repeat(10));
        kept(ada, "z".repeat(5));

        assertThat(Refused.by(() -> files.keep(ada, List.of(one, two, two))))
                .isEqualTo(new FileProblem.QuotaExceeded(25));

        assertThat(content.find(one.sha256())).isEmpty();
        assertThat(content.find(two.sha256())).isEmpty();
        assertThat(kept(ada, "v".repeat(10)).size()).isEqualTo(10);
        assertThat(kept(ada, "w".repeat(10)).size()).isEqualTo(10);
    }

    @Test
    void what_a_client_does_not_send_to_its_end_does_not_count() {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("reset");
            }
        };
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> files.receive(ada, new FileName("a"), broken))
                    .isInstanceOf(UncheckedIOException.class);
        }

        assertThat(kept(ada, "z".repeat(10)).size()).isEqualTo(10);
    }

    /** Content during whose arrival others arrive. */
    private InputStream whileOthersArrive(int others) {
        return new InputStream() {
            private int left = 2;

            @Override
            public int read() {
                left--;
                if (left == 1 && others > 0) {
                    files.receive(ada, new FileName("a"), whileOthersArrive(others - 1));
                }
                return left >= 0 ? 'a' : -1;
            }
        };
    }

    @Test
    void many_small_files_arrive_at_once() {
        assertThat(files.receive(ada, new FileName("a"), whileOthersArrive(8)).size())
                .isEqualTo(2);

        assertThat(received(ada, "x".repeat(7)).size()).isEqualTo(7);
        assertThat(Refused.by(() -> received(ada, "y"))).isEqualTo(new FileProblem.QuotaExceeded(25));
    }

    @Test
    void a_file_of_another_user_is_not_found_and_their_list_forbidden() {
        StoredFile file = kept(ada, "hello");

        assertThat(Refused.by(() -> files.find(bob, file.id()))).isInstanceOf(CommonProblem.NotFound.class);
        assertThat(Refused.by(() -> files.open(bob, file.id()))).isInstanceOf(CommonProblem.NotFound.class);
        assertThat(Refused.by(() -> files.delete(bob, file.id()))).isInstanceOf(CommonProblem.NotFound.class);
        assertThat(Refused.by(() -> files.list(bob, ada.userId(), PageRequest.first())))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(files.find(ada, file.id())).isEqualTo(file);
    }

    @Test
    void content_is_removed_an_hour_after_its_last_file() {
        InMemoryBlobStore blobs = new InMemoryBlobStore(installation.time());
        FileService service = service(blobs);
        ReceivedFile shared = service.receive(ada, new FileName("a"), text("shared"));
        ReceivedFile unkept = service.receive(ada, new FileName("b"), text("unkept"));
        StoredFile first = service.keep(ada, List.of(shared)).getFirst();
        StoredFile second = service.keep(bob, List.of(shared)).getFirst();

        service.sweep();
        boolean early = blobs.find(unkept.sha256()).isPresent();
        installation.time().advance(Duration.ofMinutes(61));
        service.delete(ada, first.id());
        service.sweep();
        boolean ofOne = blobs.find(shared.sha256()).isPresent();
        boolean ofNone = blobs.find(unkept.sha256()).isPresent();
        service.delete(bob, second.id());
        service.sweep();

        assertThat(early).isTrue();
        assertThat(ofOne).isTrue();
        assertThat(ofNone).isFalse();
        assertThat(blobs.find(shared.sha256())).isEmpty();
    }

    private FileService service(InMemoryBlobStore blobs) {
        return new FileService(
                installation.time(), Sample::id, new Permissions(Set.of()), installation.stores(), blobs, LIMITS);
    }
}
