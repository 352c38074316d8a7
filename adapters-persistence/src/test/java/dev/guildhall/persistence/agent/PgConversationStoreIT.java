package dev.guildhall.persistence.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.ReplyPiece;
import dev.guildhall.ports.agent.Turn;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.agent.ConversationStoreContract;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PgConversationStoreIT extends StoresOnPostgres implements ConversationStoreContract {
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
        stores().conversations()
                .append(chat.id(), Collections.nCopies(messages, Sample.said("hello")), Optional.empty(), Sample.NOW);
        return chat;
    }

    @Test
    void the_messages_of_a_large_conversation_are_left_to_the_purge_which_deletes_them_in_batches() {
        Chat chat = chatOf(2_500);

        List<UserId> truncated = removedBy(() -> stores().conversations().truncate(chat.id(), 1_300));
        List<UserId> removed = removedBy(() -> stores().conversations().remove(chat.id()));

        assertThat(truncated).hasSize(1);
        assertThat(stores().erase(truncated.getFirst(), 500)).isEqualTo(500);
        assertThat(stores().erase(truncated.getFirst(), 1_000)).isEqualTo(701);
        assertThat(removed).hasSize(1);
        assertThat(stores().erase(removed.getFirst(), 2_000)).isEqualTo(1_301);
    }

    @Test
    void the_messages_of_a_small_conversation_are_deleted_at_once() {
        Chat chat = chatOf(1_000);

        List<UserId> removed = removedBy(() -> stores().conversations().remove(chat.id()));

        assertThat(removed).isEmpty();
    }

    /** The number of pieces that are left after the work, which began before a piece of the last message was stored. */
    private int piecesAfter(Chat chat, Turn turn, Runnable work) throws Exception {
        CountDownLatch extended = new CountDownLatch(1);
        ReplyPiece piece = new ReplyPiece(chat.id(), turn, 3, "piece");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> writer = threads.submit(() -> stores().transactions().run(() -> {
                assertThat(stores().conversations().extend(List.of(piece))).containsExactly(chat.id());
                extended.countDown();
                TestPostgres.awaitBlocked("chat_messages");
            }));
            assertThat(extended.await(20, TimeUnit.SECONDS)).isTrue();
            work.run();
            writer.get(20, TimeUnit.SECONDS);
        }
        return TestPostgres.db()
                .list("SELECT 1 FROM answer_pieces WHERE chat_id = :id", Map.of("id", chat.id()), (row, _) -> 1)
                .size();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_500})
    @Timeout(60)
    void a_piece_that_a_transaction_stores_while_its_message_is_removed_is_removed_too(int messages) throws Exception {
        Chat removed = chatOf(messages);
        Chat truncated = chatOf(messages);
        Turn first = interrupted(removed, messages);
        Turn second = interrupted(truncated, messages);

        int afterRemoval =
                piecesAfter(removed, first, () -> stores().conversations().remove(removed.id()));
        int afterTruncation =
                piecesAfter(truncated, second, () -> stores().conversations().truncate(truncated.id(), 0));

        assertThat(List.of(afterRemoval, afterTruncation)).containsExactly(0, 0);
    }

    private Turn interrupted(Chat chat, int messages) {
        Turn turn = new Turn(messages, 2);
        ChatEntry draft = Sample.answered("to ").ended(IncompleteReason.INTERRUPTED);
        assertThat(stores().conversations().storeReply(chat.id(), turn, draft, Sample.NOW))
                .isTrue();
        return turn;
    }

    @Test
    void the_store_refuses_a_conversation_of_an_account_that_was_erased_meanwhile() {
        Chat chat = Sample.chat(new UserId(Sample.id("usr"))).build();

        Refusal refused = catchThrowableOfType(
                Refusal.class, () -> stores().conversations().add(chat, List.of(), Optional.empty()));

        assertThat(refused.problem()).isInstanceOf(CommonProblem.Unauthenticated.class);
    }
}
