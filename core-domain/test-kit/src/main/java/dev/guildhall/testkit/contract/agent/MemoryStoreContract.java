package dev.guildhall.testkit.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleMemory;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryPage;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.storage.Stores;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What every {@link MemoryStore} does; {@link MemoryFeedContract} covers what it returns to an index, and
 * {@link MemoryRacesContract} concurrent writes.
 */
public interface MemoryStoreContract {
    Stores stores();

    private MemoryStore memories() {
        return stores().memories();
    }

    private Memory added(SampleMemory sample) {
        Memory memory = sample.build();
        memories().add(memory, memory.id().value(), Optional.empty(), Optional.empty());
        return memory;
    }

    private Memory addedAs(String fingerprint, SampleMemory sample) {
        Memory memory = sample.build();
        memories().add(memory, fingerprint, Optional.empty(), Optional.empty());
        return memory;
    }

    private List<Memory> listed(UserId user, MemoryFilter filter) {
        MemoryPage all = memories().list(user, filter, PageRequest.first());
        assertThat(all.total().value()).isEqualTo(all.page().items().size());
        assertThat(all.page().next()).isEmpty();
        return all.page().items();
    }

    private static ChatId someChat() {
        return new ChatId(Sample.id("chat"));
    }

    private static MemoryFilter saidIn(ChatId chat) {
        return new MemoryFilter(Optional.empty(), Optional.of(chat), List.of());
    }

    private static MemoryFilter tagged(String... tags) {
        return new MemoryFilter(Optional.empty(), Optional.empty(), List.of(tags));
    }

    @Test
    default void a_stored_memory_is_read_unchanged() {
        UserId user = Given.someUser(stores());
        Memory full = added(Sample.memory(user)
                .type(MemoryType.CONVERSATION)
                .content("茶\n\t\"tea\" \\ 👋")
                .importance(0.875)
                .tags("drinks", "with, comma", "\"quoted\" {}", "茶", "NULL", "")
                .saidIn(someChat())
                .takenFrom("what was said"));
        Memory bare = added(Sample.memory(user));

        assertThat(memories().find(full.id())).contains(full);
        assertThat(memories().find(bare.id())).contains(bare);
        assertThat(listed(user, MemoryFilter.ALL)).containsExactly(bare, full);
    }

    @Test
    default void an_unknown_memory_is_not_found() {
        assertThat(memories().find(new MemoryId(Sample.id("mem")))).isEmpty();
    }

    @Test
    default void importance_tags_and_successor_are_written_and_kept() {
        UserId user = Given.someUser(stores());
        Memory memory = added(Sample.memory(user).importance(0.25).tags("a"));
        Memory united = memory.united(0.75, List.of("b", "a"));
        Memory superseded = united.supersededBy(new MemoryId(Sample.id("mem")));

        memories().update(united);
        Optional<Memory> once = memories().find(memory.id());
        memories().update(superseded);

        assertThat(once).contains(united);
        assertThat(memories().find(memory.id())).contains(superseded);
    }

    @Test
    default void an_update_does_not_restore_a_deleted_memory() {
        UserId user = Given.someUser(stores());
        Memory deleted = added(Sample.memory(user));
        memories().forget(user, deleted.id());

        memories().update(deleted.united(1, List.of("back")));

        assertThat(memories().find(deleted.id())).isEmpty();
        assertThat(memories().ids(user)).isEmpty();
    }

    @Test
    default void nothing_is_stored_for_an_unknown_account() {
        UserId unknown = new UserId(Sample.id("usr"));

        Memory memory = added(Sample.memory(unknown));

        assertThat(memories().find(memory.id())).isEmpty();
        assertThat(memories().ids(unknown)).isEmpty();
    }

    @Test
    default void all_data_of_a_user_is_deleted_with_the_account() {
        UserId user = Given.someUser(stores());
        Memory memory = added(Sample.memory(user).saidIn(someChat()));
        Memory others = added(Sample.memory(Given.someUser(stores())));

        stores().erase(user);

        assertThat(memories().find(memory.id())).isEmpty();
        assertThat(memories().ids(user)).isEmpty();
        assertThat(memories().count(user)).isZero();
        assertThat(memories().find(others.id())).contains(others);
    }

    @Test
    default void a_list_has_pages_newest_first_by_id_with_the_total_number() {
        UserId user = Given.someUser(stores());
        Memory first = added(Sample.memory(user).createdAt(Sample.NOW.plusSeconds(60)));
        Memory second = added(Sample.memory(user));
        Memory third = added(Sample.memory(user));
        Limit two = new Limit(2);

        MemoryPage page = memories().list(user, MemoryFilter.ALL, new PageRequest(two, Optional.empty()));
        Optional<Cursor> cursor = page.page().next();
        MemoryPage rest = memories().list(user, MemoryFilter.ALL, new PageRequest(two, cursor));

        assertThat(page.page().items()).containsExactly(third, second);
        assertThat(page.total().value()).isEqualTo(3);
        assertThat(cursor).contains(new Cursor(second.id().value()));
        assertThat(rest.page().items()).containsExactly(first);
        assertThat(rest.page().next()).isEmpty();
        assertThat(rest.total().value()).isEqualTo(3);
    }

    @Test
    default void a_page_with_all_items_is_the_last_one() {
        UserId user = Given.someUser(stores());
        added(Sample.memory(user));
        added(Sample.memory(user));

        MemoryPage page = memories().list(user, MemoryFilter.ALL, new PageRequest(new Limit(2), Optional.empty()));

        assertThat(page.page().items()).hasSize(2);
        assertThat(page.page().next()).isEmpty();
    }

    @Test
    default void a_filter_selects_a_type_a_conversation_and_all_its_tags() {
        UserId user = Given.someUser(stores());
        ChatId chat = someChat();
        Memory fact = added(Sample.memory(user).tags("food", "home"));
        Memory turn = added(
                Sample.memory(user).type(MemoryType.CONVERSATION).saidIn(chat).tags("home"));
        Memory said = added(Sample.memory(user).saidIn(chat).tags("food", "home", "tea"));
        Memory elsewhere = added(Sample.memory(user).saidIn(someChat()));

        assertThat(listed(user, MemoryFilter.of(MemoryType.LONG_TERM))).containsExactly(elsewhere, said, fact);
        assertThat(listed(user, MemoryFilter.of(MemoryType.CONVERSATION))).containsExactly(turn);
        assertThat(listed(user, saidIn(chat))).containsExactly(said, turn);
        assertThat(listed(user, tagged("home"))).containsExactly(said, turn, fact);
        assertThat(listed(user, tagged("home", "food"))).containsExactly(said, fact);
        assertThat(listed(user, tagged("home", "none"))).isEmpty();
        assertThat(listed(
                        user,
                        new MemoryFilter(Optional.of(MemoryType.LONG_TERM), Optional.of(chat), List.of("tea", "food"))))
                .containsExactly(said);
    }

    @Test
    default void the_pages_and_the_total_of_a_filtered_list_count_only_selected_memories() {
        UserId user = Given.someUser(stores());
        Memory first = added(Sample.memory(user).tags("a"));
        added(Sample.memory(user));
        Memory third = added(Sample.memory(user).tags("a"));
        Limit one = new Limit(1);

        MemoryPage page = memories().list(user, tagged("a"), new PageRequest(one, Optional.empty()));
        MemoryPage rest = memories()
                .list(user, tagged("a"), new PageRequest(one, page.page().next()));

        assertThat(page.page().items()).containsExactly(third);
        assertThat(rest.page().items()).containsExactly(first);
        assertThat(List.of(page.total().value(), rest.total().value())).containsOnly(2);
    }

    @Test
    default void a_list_has_only_own_memories_that_are_not_superseded() {
        UserId user = Given.someUser(stores());
        added(Sample.memory(Given.someUser(stores())));
        Memory old = added(Sample.memory(user));
        Memory fresh = added(Sample.memory(user));

        memories().update(old.supersededBy(fresh.id()));

        assertThat(listed(user, MemoryFilter.ALL)).containsExactly(fresh);
    }

    @Test
    default void a_list_of_what_is_superseded_too_tells_of_each_and_is_narrowed_and_paged_as_any_other() {
        UserId user = Given.someUser(stores());
        Memory turn = added(Sample.memory(user).type(MemoryType.CONVERSATION));
        Memory first = added(Sample.memory(user).type(MemoryType.LONG_TERM));
        Memory second = added(Sample.memory(user).type(MemoryType.LONG_TERM));
        Memory third = added(Sample.memory(user).type(MemoryType.LONG_TERM));
        MemoryFilter facts = MemoryFilter.of(MemoryType.LONG_TERM).withSuperseded();

        memories().update(first.supersededBy(second.id()));
        memories().update(second.supersededBy(third.id()));

        assertThat(listed(user, facts))
                .containsExactly(third, second.supersededBy(third.id()), first.supersededBy(second.id()));
        assertThat(listed(user, MemoryFilter.ALL.withSuperseded())).hasSize(4).contains(turn);
        MemoryPage one = memories().list(user, facts, new PageRequest(new Limit(1), Optional.empty()));
        assertThat(one.page().items()).containsExactly(third);
        assertThat(one.total().value()).isEqualTo(3);
        assertThat(listed(user, MemoryFilter.of(MemoryType.LONG_TERM))).containsExactly(third);
    }

    @Test
    default void superseded_ones_count_and_are_named_too() {
        UserId user = Given.someUser(stores());
        Memory old = added(Sample.memory(user));
        Memory fresh = added(Sample.memory(user));
        added(Sample.memory(Given.someUser(stores())));

        memories().update(old.supersededBy(fresh.id()));

        assertThat(memories().count(user)).isEqualTo(2);
        assertThat(memories().ids(user)).containsExactlyInAnyOrder(old.id(), fresh.id());
    }

    @Test
    default void a_memory_with_the_same_words_is_the_newest_valid_one_of_the_user_and_type() {
        UserId user = Given.someUser(stores());
        addedAs("tea", Sample.memory(Given.someUser(stores())));
        addedAs("tea", Sample.memory(user).type(MemoryType.CONVERSATION));
        Memory older = addedAs("tea", Sample.memory(user));
        Memory newer = addedAs("tea", Sample.memory(user));
        Memory other = addedAs("coffee", Sample.memory(user));

        Optional<Memory> newest = memories().findSame(user, MemoryType.LONG_TERM, "tea");
        memories().update(newer.supersededBy(other.id()));

        assertThat(newest).contains(newer);
        assertThat(memories().findSame(user, MemoryType.LONG_TERM, "tea")).contains(older);
        assertThat(memories().findSame(user, MemoryType.LONG_TERM, "water")).isEmpty();
        assertThat(memories().findSame(user, MemoryType.CONVERSATION, "coffee")).isEmpty();
    }

    @Test
    default void of_memories_with_the_same_words_one_of_no_conversation_is_found_first() {
        UserId user = Given.someUser(stores());
        ChatId chat = new ChatId(Sample.id("chat"));
        Memory older = addedAs("tea", Sample.memory(user).saidIn(chat));
        Optional<Memory> ofChat = memories().findSame(user, MemoryType.LONG_TERM, "tea");
        Memory ofNone = addedAs("tea", Sample.memory(user));
        addedAs("tea", Sample.memory(user).saidIn(chat));

        assertThat(ofChat).contains(older);
        assertThat(memories().findSame(user, MemoryType.LONG_TERM, "tea")).contains(ofNone);
    }

    @Test
    default void a_memory_that_was_stated_again_has_the_date_and_the_conversation_of_that() {
        UserId user = Given.someUser(stores());
        ChatId chat = new ChatId(Sample.id("chat"));
        Memory memory = added(Sample.memory(user).saidIn(new ChatId(Sample.id("chat"))))
                .statedAgain(Optional.of(chat), Optional.of("I like tea"), Sample.NOW.plusSeconds(60));

        memories().update(memory);

        assertThat(memories().find(memory.id())).contains(memory);
        assertThat(memory.createdAt()).isEqualTo(Sample.NOW.plusSeconds(60));
        assertThat(memories().forgetConversation(user, chat)).isEqualTo(1);
    }

    @Test
    default void a_memory_that_was_detached_from_a_conversation_is_not_deleted_with_it() {
        UserId user = Given.someUser(stores());
        ChatId chat = new ChatId(Sample.id("chat"));
        Memory memory =
                added(Sample.memory(user).saidIn(chat)).statedAgain(Optional.empty(), Optional.empty(), Sample.NOW);

        memories().update(memory);

        assertThat(memories().forgetConversation(user, chat)).isZero();
        assertThat(memories().find(memory.id())).contains(memory);
    }

    @Test
    default void a_change_keeps_the_content_of_a_memory() {
        UserId user = Given.someUser(stores());
        Memory united = addedAs("tea", Sample.memory(user)).united(1, List.of("drinks"));

        memories().update(united);

        assertThat(memories().findSame(user, MemoryType.LONG_TERM, "tea")).contains(united);
    }

    @Test
    default void the_latest_of_a_conversation_is_that_of_the_user_and_the_type_by_id() {
        UserId user = Given.someUser(stores());
        ChatId chat = someChat();
        added(Sample.memory(user).saidIn(chat).createdAt(Sample.NOW.plusSeconds(60)));
        Memory latest = added(Sample.memory(user).saidIn(chat));
        Memory turn = added(Sample.memory(user).saidIn(chat).type(MemoryType.CONVERSATION));
        added(Sample.memory(user).saidIn(someChat()));
        added(Sample.memory(user));
        added(Sample.memory(Given.someUser(stores())).saidIn(chat));

        assertThat(memories().latest(user, chat, MemoryType.LONG_TERM)).contains(latest);
        assertThat(memories().latest(user, chat, MemoryType.CONVERSATION)).contains(turn);
        assertThat(memories().latest(user, someChat(), MemoryType.LONG_TERM)).isEmpty();
    }

    @Test
    default void a_deleted_memory_is_removed_and_a_second_deletion_finds_none() {
        UserId user = Given.someUser(stores());
        Memory memory = added(Sample.memory(user));
        Memory kept = added(Sample.memory(user));

        boolean first = memories().forget(user, memory.id());
        boolean second = memories().forget(user, memory.id());

        assertThat(first).isTrue();
        assertThat(second).isFalse();
        assertThat(memories().find(memory.id())).isEmpty();
        assertThat(memories().ids(user)).containsExactly(kept.id());
    }

    private Memory superseded(Memory old, Memory successor) {
        Memory superseded = old.supersededBy(successor.id());
        memories().update(superseded);
        return superseded;
    }

    @Test
    default void a_deleted_memory_deletes_only_the_chain_that_it_superseded() {
        UserId user = Given.someUser(stores());
        Memory rome = added(Sample.memory(user).saidIn(someChat()));
        Memory turin = added(Sample.memory(user));
        Memory bern = added(Sample.memory(user));
        Memory oslo = added(Sample.memory(user));
        Memory tea = added(Sample.memory(user));
        Memory coffee = superseded(added(Sample.memory(user)), tea);
        superseded(rome, oslo);
        superseded(turin, bern);
        superseded(bern, oslo);

        assertThat(memories().forget(user, oslo.id())).isTrue();
        assertThat(memories().ids(user)).containsExactlyInAnyOrder(tea.id(), coffee.id());
        assertThat(memories().count(user)).isEqualTo(2);
        assertThat(listed(user, MemoryFilter.ALL)).containsExactly(tea);
        assertThat(memories().mark(user).deletions()).isEqualTo(1);
    }

    @Test
    default void the_successor_of_a_deleted_memory_stays() {
        UserId user = Given.someUser(stores());
        Memory oldest = added(Sample.memory(user));
        Memory old = added(Sample.memory(user));
        Memory fresh = added(Sample.memory(user));
        superseded(oldest, old);
        superseded(old, fresh);

        assertThat(memories().forget(user, old.id())).isTrue();

        assertThat(memories().ids(user)).containsExactly(fresh.id());
    }

    @Test
    default void memories_that_supersede_each_other_are_deleted_together() {
        UserId user = Given.someUser(stores());
        Memory one = added(Sample.memory(user));
        Memory other = added(Sample.memory(user));
        superseded(one, other);
        superseded(other, one);

        assertThat(memories().forget(user, one.id())).isTrue();

        assertThat(memories().ids(user)).isEmpty();
    }

    @Test
    default void a_user_does_not_delete_the_memories_of_another_user() {
        Memory memory = added(Sample.memory(Given.someUser(stores())));

        assertThat(memories().forget(Given.someUser(stores()), memory.id())).isFalse();
        assertThat(memories().find(memory.id())).contains(memory);
    }

    @Test
    default void a_deleted_conversation_deletes_only_its_own_memories_of_any_type() {
        UserId user = Given.someUser(stores());
        ChatId chat = someChat();
        Memory turn = added(Sample.memory(user).saidIn(chat).type(MemoryType.CONVERSATION));
        Memory superseded = added(Sample.memory(user).saidIn(chat));
        Memory fact = added(Sample.memory(user).saidIn(chat).takenFrom("what was said"));
        memories().update(superseded.supersededBy(fact.id()));
        Memory elsewhere = added(Sample.memory(user).saidIn(someChat()));
        Memory nowhere = added(Sample.memory(user));
        Memory others = added(Sample.memory(Given.someUser(stores())).saidIn(chat));

        assertThat(memories().forgetConversation(user, chat)).isEqualTo(3);
        assertThat(List.of(turn, superseded, fact))
                .allSatisfy(deleted -> assertThat(memories().find(deleted.id())).isEmpty());
        assertThat(memories().ids(user)).containsExactlyInAnyOrder(elsewhere.id(), nowhere.id());
        assertThat(memories().find(others.id())).contains(others);
        assertThat(memories().forgetConversation(user, chat)).isZero();
    }

    @Test
    default void a_deleted_conversation_deletes_what_its_memories_superseded_in_others() {
        UserId user = Given.someUser(stores());
        ChatId chat = someChat();
        Memory oldest = added(Sample.memory(user).saidIn(someChat()));
        Memory old = added(Sample.memory(user));
        Memory said = added(Sample.memory(user).saidIn(chat));
        Memory before = added(Sample.memory(user).saidIn(chat));
        Memory later = added(Sample.memory(user).saidIn(someChat()));
        superseded(oldest, old);
        superseded(old, said);
        superseded(before, later);

        assertThat(memories().forgetConversation(user, chat)).isEqualTo(4);
        assertThat(memories().ids(user)).containsExactly(later.id());
    }
}
