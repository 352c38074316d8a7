package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(20)
class ChatLocksTest {
    private static final Optional<ChatId> CHAT = Optional.of(new ChatId(Sample.id("chat")));
    private final UserId ada = new UserId(Sample.id("usr"));
    private final UserId bob = new UserId(Sample.id("usr"));
    private final ChatLocks replies = new ChatLocks(new AgentLimits.Waiting(100, Duration.ofSeconds(20)));

    @Test
    void one_chat_has_one_answer_at_a_time_and_all_get_their_turn() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        Callable<Integer> asking = () -> {
            ChatLocks.Running answer = replies.begin(ada, CHAT);
            int most = inside.incrementAndGet();
            LockSupport.parkNanos(1);
            inside.decrementAndGet();
            answer.close();
            return most;
        };

        assertThat(AtOnce.run(Collections.nCopies(50, asking))).containsOnly(1);
        assertThat(replies.chats()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1, PT0.001S", "0, PT20S"})
    void a_question_that_would_wait_too_long_or_behind_too_many_is_refused(int questions, Duration longest) {
        ChatLocks strict = new ChatLocks(new AgentLimits.Waiting(questions, longest));
        ChatLocks.Running answer = strict.begin(ada, CHAT);

        assertThat(Refused.by(() -> strict.begin(ada, CHAT))).isInstanceOf(CommonProblem.Conflict.class);

        answer.close();
        assertThat(strict.chats()).isZero();
    }

    @Test
    void somebody_else_who_names_the_chat_holds_nobody_up() {
        replies.begin(bob, CHAT);
        replies.begin(ada, CHAT);

        assertThat(replies.chats()).isEqualTo(2);
    }

    @Test
    void who_leaves_while_waiting_leaves_nothing_behind() {
        ChatLocks.Running answer = replies.begin(ada, CHAT);
        Thread.currentThread().interrupt();

        assertThat(Refused.by(() -> replies.begin(ada, CHAT))).isEqualTo(new CommonProblem.Cancelled());
        assertThat(Thread.interrupted()).isTrue();
        answer.close();
        assertThat(replies.chats()).isZero();
    }

    @Test
    void a_chat_that_was_begun_is_taken_until_its_answer_ends() {
        ChatLocks.Running answer = replies.begin(ada, Optional.empty());
        answer.isIn(ada, CHAT.orElseThrow());

        assertThat(replies.chats()).isEqualTo(1);
        answer.close();
        assertThat(replies.chats()).isZero();
    }
}
