package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.agent.ReplyPiece;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.agent.Turn;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ReplyDraftTest {
    private static final Duration PAUSE = AgentLimits.Storage.DEFAULT.draftAfter();
    private static final ToolOutcome DONE = new ToolOutcome.Success("done");
    private static final ChatArchive.StoredQuestion ASKED = new ChatArchive.StoredQuestion(
            new ChatId("chat_1"), Optional.empty(), Turn.first(1), List.of(), "", 0, Optional.empty());

    private record Written(String said, List<ToolUse> uses) {}

    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final BlockingQueue<Written> written = new LinkedBlockingQueue<>();
    private final BlockingQueue<ReplyPiece> pieces = new LinkedBlockingQueue<>();
    private volatile List<String> noticed = List.of();
    private final ReplyDraft draft = draft(this::write);

    private boolean write(String said, List<ToolUse> uses) {
        return written.add(new Written(said, uses));
    }

    /** A draft whose words no client waits for. */
    private ReplyDraft draft(BiPredicate<String, List<ToolUse>> store) {
        return draft(store, false);
    }

    private ReplyDraft draft(BiPredicate<String, List<ToolUse>> store, boolean isShown) {
        ConversationStore conversations = (ConversationStore) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ConversationStore.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isDurable" -> true;
                    case "storeReply" -> answer(store, (ChatEntry) arguments[2]);
                    case "extend" -> extend((Collection<?>) arguments[0]);
                    default -> throw new IllegalStateException(method.getName());
                });
        return new ReplyDrafts(time, time, new Threads(), conversations, AgentLimits.DEFAULT).of(ASKED, isShown);
    }

    private boolean answer(BiPredicate<String, List<ToolUse>> store, ChatEntry entry) {
        noticed = entry.notices();
        return store.test(entry.content(), entry.toolUses());
    }

    private Set<ChatId> extend(Collection<?> extended) {
        List<ReplyPiece> all = extended.stream().map(ReplyPiece.class::cast).toList();
        pieces.addAll(all);
        return all.stream().map(ReplyPiece::chat).collect(Collectors.toSet());
    }

    private static ToolUse use(String id, ToolOutcome outcome) {
        return new ToolUse(id, 1, "a.b", Map.of(), outcome);
    }

    private static ToolUse unknown(String id) {
        return use(id, ReplyDraft.UNKNOWN);
    }

    private Written next() throws InterruptedException {
        return next(1);
    }

    /** What is written next, when so many threads wait: the writer, and one for words. */
    private Written next(int waiting) throws InterruptedException {
        time.awaitWaiting(waiting);
        time.advance(PAUSE);
        return written.take();
    }

    private Written nextWords() throws InterruptedException {
        time.awaitWaiting(1);
        time.advance(AgentLimits.Storage.DEFAULT.wordsAfter());
        return next();
    }

    @Test
    void a_call_is_kept_as_not_known_until_it_ends_and_then_in_the_same_place() throws InterruptedException {
        draft.append("Let me see.");
        draft.begun(List.of(unknown("c1"), unknown("c2")));
        Written begun = next(2);
        draft.ended(use("c2", DONE));
        Written ended = next(2);

        assertThat(begun).isEqualTo(new Written("Let me see.", List.of(unknown("c1"), unknown("c2"))));
        assertThat(ended).isEqualTo(new Written("Let me see.", List.of(unknown("c1"), use("c2", DONE))));
        draft.close();
    }

    @Test
    void a_draft_had_no_notices() throws InterruptedException {
        draft.describe(List.of("cut"), ReplyDetails.NONE);
        draft.begun(List.of(unknown("c1")));
        next();

        assertThat(noticed).containsExactly("cut");
        draft.close();
    }

    @Test
    void an_answer_that_takes_less_than_the_while_is_not_written() throws InterruptedException {
        draft.begun(List.of(unknown("c1")));
        time.awaitWaiting(1);
        draft.settled(List.of(use("c1", DONE)));

        draft.close();
        time.advance(PAUSE);

        assertThat(written).isEmpty();
    }

    @Test
    void what_changes_within_the_while_is_written_together() throws InterruptedException {
        draft.begun(List.of(unknown("c1")));
        draft.settled(List.of(use("c1", DONE)));
        draft.append("more");
        draft.begun(List.of(unknown("c2")));

        assertThat(next(2)).isEqualTo(new Written("more", List.of(use("c1", DONE), unknown("c2"))));
        draft.close();
        assertThat(written).isEmpty();
    }

    @Test
    void words_are_kept_in_one_place_a_longer_while_after_they_were_said() throws InterruptedException {
        draft.append("Once ");
        draft.append("upon");
        Written begun = nextWords();
        draft.append(" a time");
        Written more = nextWords();

        assertThat(begun).isEqualTo(new Written("Once upon", List.of()));
        assertThat(more).isEqualTo(new Written("Once upon a time", List.of()));
        draft.append(" there was");
        draft.close();
        assertThat(written).isEmpty();
    }

    @Test
    void an_answer_without_words_or_calls_is_not_written() throws InterruptedException {
        draft.append(" ");
        time.awaitWaiting(1);
        time.advance(AgentLimits.Storage.DEFAULT.wordsAfter());
        time.awaitWaiting(1);
        time.advance(PAUSE);
        draft.append("Once");

        // The words may come before the writer has looked: then it writes them without another pause.
        Optional<Written> first = Optional.empty();
        while (first.isEmpty()) {
            time.advance(AgentLimits.Storage.DEFAULT.wordsAfter());
            first = Optional.ofNullable(written.poll(10, TimeUnit.MILLISECONDS));
        }
        assertThat(first).contains(new Written(" Once", List.of()));
        draft.close();
    }

    @Test
    void a_tool_that_ends_when_its_round_is_over_changes_nothing() throws InterruptedException {
        ToolUse tooLate = use("c1", new ToolOutcome.Failure(FailureKind.TIMED_OUT, "too late"));
        draft.begun(List.of(unknown("c1")));
        draft.settled(List.of(tooLate));

        draft.ended(use("c1", DONE));

        assertThat(next().uses()).containsExactly(tooLate);
        draft.close();
    }

    @Test
    void the_end_waits_for_a_write_that_is_under_way_and_none_follows() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        ReplyDraft slow = draft((said, uses) -> {
            begun.countDown();
            awaitQuietly(released);
            return write(said, uses);
        });
        slow.begun(List.of(unknown("c1")));
        time.awaitWaiting(1);
        time.advance(PAUSE);
        begun.await();

        CompletableFuture<Void> end = CompletableFuture.runAsync(slow::close);
        released.countDown();
        end.get();

        slow.begun(List.of(unknown("c2")));
        assertThat(written).hasSize(1);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException("a write was interrupted", stopped);
        }
    }

    @Test
    void a_write_that_fails_is_repeated_with_what_follows() throws InterruptedException {
        CountDownLatch failed = new CountDownLatch(1);
        ReplyDraft broken = draft((said, uses) -> {
            if (failed.getCount() > 0) {
                failed.countDown();
                throw new IllegalStateException("the store is away");
            }
            return write(said, uses);
        });
        broken.begun(List.of(unknown("c1")));
        time.awaitWaiting(1);
        time.advance(PAUSE);
        failed.await();
        broken.ended(use("c1", DONE));
        time.awaitWaiting(1);
        time.advance(AgentLimits.Storage.DEFAULT.wordsAfter());

        assertThat(next()).isEqualTo(new Written("", List.of(use("c1", DONE))));
        broken.close();
    }

    @Test
    void words_that_were_said_during_a_write_of_the_message_waited_for_the_next_ones() throws InterruptedException {
        AtomicReference<ReplyDraft> shown = new AtomicReference<>();
        shown.set(draft(
                (said, uses) -> {
                    if (!uses.isEmpty()) {
                        shown.get().append(" upon");
                        awaitWaiting();
                    }
                    return write(said, uses);
                },
                true));
        shown.get().append("Once");
        shown.get().awaitStored(1);
        Written first = written.take();

        shown.get().begun(List.of(unknown("c1")));
        Written withCall = next();
        time.advance(AgentLimits.Storage.DEFAULT.shownAfter());

        assertThat(first).isEqualTo(new Written("Once", List.of()));
        assertThat(withCall.uses()).containsExactly(unknown("c1"));
        assertThat(pieces.take()).isEqualTo(new ReplyPiece(ASKED.id(), ASKED.turn(), 4, " upon"));
        shown.get().close();
    }

    /** The writer of pieces has passed over the answer, and pauses. */
    private void awaitWaiting() {
        try {
            time.awaitWaiting(1);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException("a write was interrupted", stopped);
        }
    }
}
