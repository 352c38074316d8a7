package dev.guildhall.persistence.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageOutcome;
import dev.guildhall.testkit.SampleUsage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskPendingUsageTest {
    private static final UserId USER = new UserId("usr_1");
    private static final long BOUND = 1_000;

    @TempDir
    private Path data;

    private final List<DiskPendingUsage> opened = new ArrayList<>();

    @AfterEach
    void release() {
        opened.forEach(DiskPendingUsage::close);
    }

    private Path folder() {
        return data.resolve("usage");
    }

    private DiskPendingUsage open() {
        DiskPendingUsage log = new DiskPendingUsage(folder(), BOUND);
        opened.add(log);
        return log;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> found = Files.list(folder())) {
            return found.toList();
        }
    }

    private static UsageEntry entry() {
        return SampleUsage.of(USER).build();
    }

    private static List<UsageEntry> append(DiskPendingUsage log, int count) {
        List<UsageEntry> entries =
                IntStream.range(0, count).mapToObj(i -> entry()).toList();
        entries.forEach(log::append);
        return entries;
    }

    /** All that can be recovered, as those who add it to a journal see it. */
    private static List<UsageEntry> recovered(DiskPendingUsage log) {
        List<UsageEntry> all = new ArrayList<>();
        for (List<UsageEntry> some = log.recover(); !some.isEmpty(); some = log.recover()) {
            all.addAll(some);
        }
        return all;
    }

    @Test
    void entries_of_an_ended_process_are_recovered_unchanged() {
        DiskPendingUsage first = open();
        UsageEntry full = SampleUsage.of(USER)
                .countsFor(new UserId("usr_2"))
                .key(new ApiKeyId("key_1"))
                .assistant(new AssistantVersion(new AssistantId("ast_1"), 12))
                .price("0.000012300")
                .model("größe \"1\"\n\u2028")
                .attempts(3)
                .usage(new Usage(3_000_000_000L, 2, 1, 5, 1, true))
                .build();
        UsageEntry least = SampleUsage.of(USER)
                .outcome(UsageOutcome.CANCELLED)
                .withoutFirstToken()
                .build();
        first.append(full);
        first.append(least);
        first.close();

        assertThat(recovered(open())).containsExactly(full, least);
    }

    @Test
    void what_is_stored_is_not_recovered_and_leaves_no_file() throws IOException {
        DiskPendingUsage first = open();
        List<UsageEntry> entries = append(first, 3);

        first.forget(entries.subList(0, 1));
        long some = Files.size(files().getFirst());
        first.forget(entries.subList(1, 3));
        long none = Files.size(files().getFirst());
        first.close();

        assertThat(some).isPositive();
        assertThat(none).isZero();
        assertThat(files()).isEmpty();
        assertThat(recovered(open())).isEmpty();
    }

    @Test
    void a_file_whose_holder_lives_is_not_recovered() {
        DiskPendingUsage first = open();
        List<UsageEntry> entries = append(first, 1);
        DiskPendingUsage second = open();

        List<UsageEntry> meanwhile = recovered(second);
        first.close();

        assertThat(meanwhile).isEmpty();
        assertThat(recovered(second)).isEqualTo(entries);
    }

    @Test
    void recovered_entries_stay_until_they_are_stored() throws IOException {
        DiskPendingUsage first = open();
        List<UsageEntry> entries = append(first, 2);
        first.close();
        DiskPendingUsage second = open();
        List<UsageEntry> once = recovered(second);
        List<UsageEntry> again = recovered(second);
        second.close();
        DiskPendingUsage third = open();
        List<UsageEntry> after = recovered(third);

        third.forget(after);

        assertThat(once).isEqualTo(entries);
        assertThat(again).isEmpty();
        assertThat(after).isEqualTo(entries);
        assertThat(files()).isEmpty();
    }

    @Test
    void a_cut_last_line_is_left_out() throws IOException {
        DiskPendingUsage first = open();
        List<UsageEntry> entries = append(first, 2);
        first.close();
        Path file = files().getFirst();
        String text = Files.readString(file);

        Files.writeString(file, text.substring(0, text.length() - 30));

        assertThat(recovered(open())).isEqualTo(entries.subList(0, 1));
    }

    @Test
    void a_file_without_any_entry_is_removed() throws IOException {
        DiskPendingUsage first = open();
        append(first, 1);
        first.close();
        Files.writeString(files().getFirst(), "{\"id\":\n");

        assertThat(recovered(open())).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void under_steady_load_the_files_do_not_grow() throws IOException {
        DiskPendingUsage log = open();
        List<UsageEntry> last = append(log, 1);

        for (int i = 0; i < 200; i++) {
            List<UsageEntry> next = append(log, 1);
            log.forget(last);
            last = next;
        }

        assertThat(files()).hasSizeBetween(1, 2);
        for (Path file : files()) {
            assertThat(Files.size(file)).isBetween(1L, 2 * BOUND);
        }
        log.close();
        assertThat(recovered(open())).isEqualTo(last);
    }

    @Test
    void during_an_outage_entries_are_in_several_files_and_all_are_recovered() throws IOException {
        DiskPendingUsage first = open();
        List<UsageEntry> entries = append(first, 20);
        int count = files().size();
        first.close();

        assertThat(count).isGreaterThan(2);
        assertThat(recovered(open())).containsExactlyInAnyOrderElementsOf(entries);
    }

    @Test
    void only_the_owner_can_read_the_files() throws IOException {
        append(open(), 1);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder())))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files().getFirst())))
                .isEqualTo("rw-------");
    }

    @Test
    void a_thread_that_is_interrupted_does_not_close_the_file() {
        DiskPendingUsage log = open();

        Thread.currentThread().interrupt();
        List<UsageEntry> entries = append(log, 2);
        boolean interrupted = Thread.interrupted();
        append(log, 1);
        log.close();

        assertThat(interrupted).isTrue();
        assertThat(recovered(open())).hasSize(3).containsAll(entries);
    }

    @Test
    void a_folder_that_cannot_be_made_fails_the_append_and_a_later_one_succeeds() throws IOException {
        Files.writeString(folder(), "a file", StandardOpenOption.CREATE_NEW);
        DiskPendingUsage log = open();

        assertThatThrownBy(() -> log.append(entry())).isInstanceOf(UncheckedIOException.class);
        Files.delete(folder());
        List<UsageEntry> entries = append(log, 1);
        log.close();

        assertThat(recovered(open())).isEqualTo(entries);
    }

    @Test
    void what_cannot_be_read_does_not_prevent_the_recovery_of_the_rest() throws IOException {
        DiskPendingUsage first = open();
        List<UsageEntry> entries = append(first, 1);
        first.close();
        Files.createDirectory(folder().resolve("00" + UsageFile.SUFFIX));
        Files.createDirectory(folder().resolve("zz" + UsageFile.SUFFIX));

        assertThat(recovered(open())).isEqualTo(entries);
    }
}
