package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.file.FileId;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.file.StoredFile;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.Tool;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What all stores do with data of a group's account that counts for the user who made the key (general-24). */
public interface CountedForContract {
    Stores stores();

    private Memory memory(UserId group, Optional<UserId> maker) {
        var sample = Sample.memory(group);
        Memory memory = maker.map(sample::countingFor).orElse(sample).build();
        stores().memories().add(memory, Sample.id("f"), Optional.empty(), Optional.empty());
        return memory;
    }

    private StoredFile file(UserId group, Optional<UserId> maker, long size) {
        FileId id = new FileId(Sample.id("file"));
        StoredFile file = new StoredFile(
                id, group, maker, new FileName("a.txt"), size, "text/plain", Sha256.of(id.value()), Sample.NOW);
        assertThat(stores().files().add(maker.orElse(group), List.of(file), 100))
                .isTrue();
        return file;
    }

    /** A message with a picture of nine bytes. */
    private static List<ChatEntry> picture() {
        MediaSource picture = MediaSource.parse("data:image/png;base64,iVBORw0KGgoA");
        NewMessage question = new NewMessage(
                Speaker.USER, List.of(new ContentPart.Media(ContentPart.Kind.PICTURE, picture, Optional.empty())));
        return List.of(ChatEntry.of(question, Sample.NOW));
    }

    @Test
    default void memories_count_for_the_maker_until_they_are_deleted() {
        UserId group = Given.someUser(stores());
        UserId maker = Given.someUser(stores());
        Memory counted = memory(group, Optional.of(maker));
        memory(group, Optional.of(maker));
        memory(group, Optional.empty());
        memory(maker, Optional.empty());
        long ofMaker = stores().memories().count(maker);

        stores().memories().update(counted.united(1, List.of("x")));
        Optional<Memory> read = stores().memories().find(counted.id());
        stores().memories().forget(group, counted.id());

        assertThat(read).contains(counted.united(1, List.of("x")));
        assertThat(ofMaker).isEqualTo(3);
        assertThat(stores().memories().count(maker)).isEqualTo(2);
        assertThat(stores().memories().count(group)).isEqualTo(1);
        assertThat(stores().memories().ids(maker)).hasSize(1);
    }

    @Test
    default void files_count_for_the_maker_until_they_are_removed() {
        UserId group = Given.someUser(stores());
        UserId maker = Given.someUser(stores());
        StoredFile counted = file(group, Optional.of(maker), 10);
        file(group, Optional.empty(), 3);
        file(maker, Optional.empty(), 20);
        long ofMaker = stores().files().bytesOf(maker);
        Optional<StoredFile> read = stores().files().find(counted.id());
        boolean fits = stores().files().add(maker, List.of(counted), 39);

        stores().files().remove(counted.id());

        assertThat(read).contains(counted);
        assertThat(ofMaker).isEqualTo(30);
        assertThat(fits).isFalse();
        assertThat(stores().files().bytesOf(maker)).isEqualTo(20);
        assertThat(stores().files().bytesOf(group)).isEqualTo(3);
    }

    @Test
    default void media_count_for_the_maker_of_the_key_that_sent_them() {
        UserId group = Given.someUser(stores());
        UserId maker = Given.someUser(stores());
        UserId other = Given.someUser(stores());
        Chat chat = Sample.chat(group).messageCount(1).build();
        stores().conversations().add(chat, picture(), Optional.of(maker));
        stores().conversations().append(chat.id(), picture(), Optional.of(other), Sample.NOW);
        stores().conversations().append(chat.id(), picture(), Optional.empty(), Sample.NOW);
        stores().conversations().append(chat.id(), picture(), Optional.of(maker), Sample.NOW);
        long ofMaker = stores().conversations().mediaBytesOf(maker);
        long ofGroup = stores().conversations().mediaBytesOf(group);

        stores().conversations().truncate(chat.id(), 2);

        assertThat(ofMaker).isEqualTo(18);
        assertThat(ofGroup).isEqualTo(9);
        assertThat(stores().conversations().mediaBytesOf(maker)).isEqualTo(9);
        assertThat(stores().conversations().mediaBytesOf(other)).isEqualTo(9);
        assertThat(stores().conversations().mediaBytesOf(group)).isZero();
        stores().conversations().remove(chat.id());
        assertThat(stores().conversations().mediaBytesOf(maker)).isZero();
    }

    @Test
    default void tools_count_for_the_maker() {
        UserId group = Given.someUser(stores());
        UserId maker = Given.someUser(stores());
        Tool tool = Sample.tool().of(group).build();
        stores().tools().add(tool, Optional.of(maker));
        stores().tools().add(Sample.tool().of(maker).build(), Optional.empty());

        assertThat(stores().tools().countOf(maker)).isEqualTo(2);
        assertThat(stores().tools().bytesOf(maker)).isPositive();
        assertThat(stores().tools().countOf(group)).isZero();
        assertThat(stores().tools().bytesOf(group)).isZero();
        assertThat(stores().tools().ofName(Optional.of(group), tool.definition().name()))
                .containsExactly(tool);
    }

    @Test
    default void what_counted_for_an_erased_maker_counts_for_the_group() {
        UserId group = Given.someUser(stores());
        UserId maker = Given.someUser(stores());
        for (int i = 0; i < 120; i++) {
            memory(group, Optional.of(maker));
        }
        file(group, Optional.of(maker), 10);
        Chat chat = Sample.chat(group).messageCount(1).build();
        stores().conversations().add(chat, picture(), Optional.of(maker));
        stores().conversations().append(chat.id(), picture(), Optional.of(maker), Sample.NOW);
        stores().tools().add(Sample.tool().of(group).build(), Optional.of(maker));

        stores().erase(maker);

        assertThat(stores().memories().count(group)).isEqualTo(120);
        assertThat(stores().files().bytesOf(group)).isEqualTo(10);
        assertThat(stores().conversations().mediaBytesOf(group)).isEqualTo(18);
        assertThat(stores().tools().countOf(group)).isEqualTo(1);
        assertThat(stores().accounts().removed(1_000)).doesNotContain(maker);
    }

    @Test
    default void what_is_stored_for_an_erased_maker_counts_for_the_group() {
        UserId group = Given.someUser(stores());
        UserId maker = Given.someUser(stores());
        stores().erase(maker);
        Chat chat = Sample.chat(group).messageCount(1).build();

        memory(group, Optional.of(maker));
        file(group, Optional.of(maker), 10);
        stores().conversations().add(chat, picture(), Optional.of(maker));
        stores().conversations().append(chat.id(), picture(), Optional.of(maker), Sample.NOW);
        stores().tools().add(Sample.tool().of(group).build(), Optional.of(maker));

        assertThat(stores().memories().count(group)).isEqualTo(1);
        assertThat(stores().files().bytesOf(group)).isEqualTo(10);
        assertThat(stores().conversations().mediaBytesOf(group)).isEqualTo(18);
        assertThat(stores().tools().countOf(group)).isEqualTo(1);
    }
}
