package dev.guildhall.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.memory.NewMemory;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class FactStorageTest {
    private final Stores stores = InMemoryStores.empty();
    private final UserId user = Given.someUser(stores);
    private final ChatId chat = new ChatId(Sample.id("chat"));
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final MemoryWriter writer = new MemoryWriter(
            time, Sample::id, stores.memories(), new MemoryEmbeddings(Optional.empty()), MemoryLimits.DEFAULT);
    private final FactStorage facts = new FactStorage(stores.memories(), writer);

    private void keep(String said) {
        keep(chat, said);
    }

    private void keep(ChatId chat, String said) {
        FactStorage.Prepared prepared = facts.prepare(new FactStorage.Message(user, Optional.empty(), chat, said));
        stores.transactions().run(() -> facts.write(prepared));
    }

    private List<Memory> known() {
        return stores.memories()
                .list(user, MemoryFilter.ALL, PageRequest.first())
                .page()
                .items();
    }

    @Test
    void a_fact_is_stored_once_with_the_message_that_stated_it_last() {

        keep("I am allergic to peanuts.");
        keep("Hello! i am allergic to PEANUTS! What can I eat?");

        assertThat(known()).singleElement().satisfies(fact -> {
            assertThat(fact.content()).isEqualTo("I am allergic to peanuts.");
            assertThat(fact.source()).contains("Hello! i am allergic to PEANUTS! What can I eat?");
            assertThat(fact.chatId()).contains(chat);
        });
    }

    @Test
    void a_fact_that_another_conversation_states_has_no_message_of_the_first_one() {
        ChatId other = new ChatId(Sample.id("chat"));
        keep("I am allergic to peanuts. My boss must not know.");
        NewMemory again = new NewMemory(
                user, MemoryType.LONG_TERM, "I am allergic to peanuts", 0.5, List.of(), Optional.of(other));

        stores.transactions().run(() -> writer.write(writer.prepareWords(again, Optional.empty())));

        assertThat(known()).singleElement().satisfies(fact -> {
            assertThat(fact.chatId()).contains(other);
            assertThat(fact.source()).isEmpty();
        });
    }

    @Test
    void secrets_of_the_message_are_not_stored_with_the_fact() {
        keep("My name is Ada. My password is hunter2! I paid with 4111 1111 1111 1111.");

        assertThat(known().getFirst().source()).contains("My name is Ada. (left out) I paid with (left out).");
    }

    @Test
    void a_new_home_supersedes_the_old_one_which_stays_stored() {

        keep("I live in Berlin.");
        Memory berlin = known().getFirst();
        keep("I moved to Paris.");

        assertThat(known()).extracting(Memory::content).containsExactly("I moved to Paris.");
        assertThat(stores.memories().find(berlin.id()).orElseThrow().supersededBy())
                .contains(known().getFirst().id());
    }

    @Test
    void a_home_of_two_conversations_was_two_memories() {
        ChatId other = new ChatId(Sample.id("chat"));

        keep(chat, "I live in Berlin.");
        time.advance(Duration.ofDays(1));
        keep(other, "Well, i  live in BERLIN!");

        assertThat(known()).singleElement().satisfies(home -> {
            assertThat(home.content()).isEqualTo("I live in Berlin.");
            assertThat(home.chatId()).contains(other);
            assertThat(home.source()).contains("Well, i  live in BERLIN!");
            assertThat(home.createdAt()).isEqualTo(Sample.NOW.plus(Duration.ofDays(1)));
        });
        stores.transactions().run(() -> stores.memories().forgetConversation(user, other));
        assertThat(known()).isEmpty();
    }

    @Test
    void a_liking_and_the_dislike_that_followed_were_both_known() {
        keep("I love Chinese food");
        keep("I like tea.");
        keep("I hate Chinese food");

        assertThat(known()).extracting(Memory::content).containsExactly("I hate Chinese food", "I like tea.");
    }

    @Test
    void a_former_home_that_has_ended_does_not_end_the_present_one() {
        keep("I live in Berlin.");
        keep("I moved to Paris.");
        keep("I no longer live in Berlin.");

        assertThat(known())
                .extracting(Memory::content)
                .containsExactly("I no longer live in Berlin.", "I moved to Paris.");
        keep("I don't live in Paris any more.");
        assertThat(known())
                .extracting(Memory::content)
                .containsExactly("I don't live in Paris any more.", "I no longer live in Berlin.");
    }

    @Test
    void what_has_ended_is_not_a_part_of_another_word() {
        keep("I live in Bonneville.");
        keep("I no longer live in Bonn.");

        assertThat(known())
                .extracting(Memory::content)
                .containsExactly("I no longer live in Bonn.", "I live in Bonneville.");
        keep("我住在北京。");
        keep("我不住在北京了。");
        assertThat(known()).extracting(Memory::content).doesNotContain("我住在北京。");
    }

    @Test
    void a_home_that_was_stated_with_a_name_is_superseded_by_a_new_one() {

        keep("My name is Ada and I live in Berlin.");
        keep("I now live in Munich.");

        assertThat(known()).extracting(Memory::content).containsExactly("I now live in Munich.", "My name is Ada");
    }

    @Test
    void a_restated_home_is_valid_again() {

        List.of("I live in Berlin.", "I moved to Paris.", "I live in Berlin.").forEach(this::keep);

        assertThat(known()).extracting(Memory::content).containsExactly("I live in Berlin.");
    }

    @Test
    void concurrent_statements_of_a_fact_are_stored_once() throws Exception {
        Callable<Boolean> saying = () -> {
            keep("I live in Berlin.");
            return true;
        };

        AtOnce.run(Collections.nCopies(16, saying));

        assertThat(known()).hasSize(1);
    }
}
