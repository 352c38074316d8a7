package dev.guildhall.persistence.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.contract.Given;
import dev.guildhall.ports.contract.agent.ConversationStoreContract;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PgConversationStoreIT implements ConversationStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }

    /** The removed accounts that a piece of work leaves to the purge. */
    private List<UserId> removedBy(Runnable work) {
        List<UserId> before = stores().accounts().removed(1_000);
        work.run();
        return stores().accounts().removed(1_000).stream()
                .filter(id -> !before.contains(id))
                .toList();
    }

    private Chat chatOf(int messages) {
        Chat chat = Given.someChat(stores());
        stores().conversations().append(chat.id(), Collections.nCopies(messages, Sample.said("hello")), Sample.NOW);
        return chat;
    }

    @Test
    void the_messages_of_a_large_conversation_are_left_to_the_purge_which_deletes_them_in_batches() {
        Chat chat = chatOf(2_500);

        List<UserId> truncated = removedBy(() -> stores().conversations().truncate(chat.id(), 1_300));
        List<UserId> removed = removedBy(() -> stores().conversations().remove(chat.id()));

        assertThat(truncated).hasSize(1);
        assertThat(stores().accounts().purge(truncated.getFirst(), 500)).isEqualTo(500);
        assertThat(stores().accounts().purge(truncated.getFirst(), 1_000)).isEqualTo(701);
        assertThat(removed).hasSize(1);
        assertThat(stores().accounts().purge(removed.getFirst(), 2_000)).isEqualTo(1_301);
    }

    @Test
    void the_messages_of_a_small_conversation_are_deleted_at_once() {
        Chat chat = chatOf(1_000);

        List<UserId> removed = removedBy(() -> stores().conversations().remove(chat.id()));

        assertThat(removed).isEmpty();
    }

    @Test
    void the_store_refuses_a_conversation_of_an_account_that_was_erased_meanwhile() {
        Chat chat = Sample.chat(new UserId(Sample.id("usr"))).build();

        Refusal refused = catchThrowableOfType(
                Refusal.class, () -> stores().conversations().add(chat, List.of()));

        assertThat(refused.problem()).isInstanceOf(CommonProblem.Unauthenticated.class);
    }
}
