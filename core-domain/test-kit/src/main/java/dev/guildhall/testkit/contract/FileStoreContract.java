package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.file.FileId;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.file.FileStore;
import dev.guildhall.ports.file.StoredFile;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.storage.Stores;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link FileStore} does. */
public interface FileStoreContract {
    Stores stores();

    private FileStore files() {
        return stores().files();
    }

    private static StoredFile file(UserId userId, long size) {
        FileId id = new FileId(Sample.id("file"));
        return new StoredFile(
                id,
                userId,
                Optional.empty(),
                new FileName("Größe 1.txt"),
                size,
                "text/plain",
                Sha256.of(id.value()),
                Sample.NOW);
    }

    private StoredFile added(UserId userId, long size) {
        StoredFile file = file(userId, size);
        assertThat(files().add(userId, List.of(file), Long.MAX_VALUE)).isTrue();
        return file;
    }

    @Test
    default void an_added_file_is_read_unchanged() {
        StoredFile file = added(Given.someUser(stores()), 5_000_000_000L);

        assertThat(files().find(file.id())).contains(file);
        assertThat(files().bytesOf(file.userId())).isEqualTo(5_000_000_000L);
        assertThat(files().find(new FileId(Sample.id("file")))).isEmpty();
        assertThat(files().bytesOf(Given.someUser(stores()))).isZero();
    }

    @Test
    default void files_within_the_quota_are_stored_and_none_beyond_it() {
        UserId user = Given.someUser(stores());
        StoredFile small = file(user, 1);
        StoredFile large = file(user, 2);
        added(Given.someUser(stores()), 100);

        boolean exact = files().add(user, List.of(file(user, 4), file(user, 3)), 9);
        boolean more = files().add(user, List.of(small, large), 9);

        assertThat(exact).isTrue();
        assertThat(more).isFalse();
        assertThat(files().find(small.id())).isEmpty();
        assertThat(files().bytesOf(user)).isEqualTo(7);
    }

    @Test
    default void the_lock_of_a_quota_needs_a_transaction() {
        UserId user = Given.someUser(stores());

        assertThatThrownBy(() -> files().lock(user)).isInstanceOf(IllegalStateException.class);
        stores().transactions().run(() -> files().lock(user));
    }

    @RepeatedTest(3)
    default void concurrent_uploads_do_not_exceed_the_quota() throws Exception {
        UserId user = Given.someUser(stores());
        Callable<Boolean> upload = () -> files().add(user, List.of(file(user, 3), file(user, 2)), 12);

        assertThat(AtOnce.run(Collections.nCopies(6, upload)))
                .filteredOn(one -> one)
                .hasSize(2);
        assertThat(files().bytesOf(user)).isEqualTo(10);
    }

    @Test
    default void files_of_a_user_are_listed_newest_first_in_pages() {
        UserId user = Given.someUser(stores());
        StoredFile first = added(user, 1);
        StoredFile second = added(user, 1);
        StoredFile third = added(user, 1);
        added(Given.someUser(stores()), 1);

        Page<StoredFile> page = files().ofUser(user, new PageRequest(new Limit(2), Optional.empty()));
        Page<StoredFile> rest = files().ofUser(user, new PageRequest(new Limit(2), page.next()));

        assertThat(page.items()).containsExactly(third, second);
        assertThat(rest.items()).containsExactly(first);
        assertThat(rest.next()).isEmpty();
    }

    @Test
    default void content_is_in_use_as_long_as_a_file_has_it() {
        StoredFile file = added(Given.someUser(stores()), 1);
        StoredFile other = added(Given.someUser(stores()), 1);
        Set<Sha256> asked = Set.of(file.sha256(), other.sha256(), Sha256.of("unknown"));

        assertThat(files().inUse(asked)).containsExactlyInAnyOrder(file.sha256(), other.sha256());

        files().remove(file.id());
        files().remove(file.id());
        assertThat(files().inUse(asked)).containsExactly(other.sha256());
        assertThat(files().inUse(Set.of())).isEmpty();
    }

    @Test
    default void files_are_deleted_with_their_account() {
        StoredFile file = added(Given.someUser(stores()), 1);
        StoredFile other = added(Given.someUser(stores()), 1);

        stores().erase(file.userId());

        assertThat(files().find(file.id())).isEmpty();
        assertThat(files().inUse(Set.of(file.sha256()))).isEmpty();
        assertThat(files().find(other.id())).contains(other);
    }

    @Test
    default void a_rollback_leaves_no_change() {
        StoredFile file = added(Given.someUser(stores()), 1);
        StoredFile other = file(file.userId(), 1);

        Undone.after(stores(), () -> files().add(file.userId(), List.of(other), 10));
        Undone.after(stores(), () -> files().remove(file.id()));

        assertThat(files().find(file.id())).contains(file);
        assertThat(files().find(other.id())).isEmpty();
    }
}
