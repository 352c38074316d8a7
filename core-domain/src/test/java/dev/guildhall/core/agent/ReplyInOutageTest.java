package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Intercepted;
import dev.guildhall.core.Refused;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import java.lang.reflect.Method;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The database is away when an answer ends, and comes back later. Time is virtual. */
@Timeout(20)
class ReplyInOutageTest {
    private final Stores inner = InMemoryStores.empty();
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final Thread asking = Thread.currentThread();
    private int callsLost;
    private int responsesLost;

    private final Conversing talk =
            new Conversing(parts -> parts.clock(time).ticker(this::pause).stores(new ForwardingStores() {
                @Override
                public Stores others() {
                    return inner;
                }

                @Override
                public Transactions transactions() {
                    return Intercepted.of(
                            Transactions.class,
                            inner.transactions(),
                            ReplyInOutageTest.this::loseCall,
                            ReplyInOutageTest.this::loseResponse);
                }

                @Override
                public ConversationStore conversations() {
                    return inner.conversations();
                }
            }));

    /** The thread that keeps the answer does not wait: its pauses pass at once. */
    private void pause(Duration pause) throws InterruptedException {
        if (Thread.currentThread() == asking) {
            time.advance(pause);
        } else {
            time.pause(pause);
        }
    }

    private void loseCall(Method method, Object[] arguments) {
        if (callsLost > 0) {
            callsLost--;
            throw Intercepted.outage();
        }
    }

    private void loseResponse(Method method, Object response) {
        if (responsesLost > 0) {
            responsesLost--;
            throw Intercepted.outage();
        }
    }

    private void whenTheModelAnswers(Runnable outage) {
        talk.model(request -> {
            outage.run();
            return ScriptedChatModel.says(request, "forty-two");
        });
    }

    @Test
    void an_answer_is_kept_when_the_database_comes_back() {
        whenTheModelAnswers(() -> callsLost = 200);

        assertThat(talk.ask("how many?").message().content()).isEqualTo("forty-two");

        assertThat(talk.kept()).extracting(ChatEntry::content).containsExactly("how many?", "forty-two");
    }

    @Test
    void an_answer_is_kept_once_when_only_the_response_of_the_database_is_lost() {
        whenTheModelAnswers(() -> responsesLost = 1);

        talk.ask("how many?");

        assertThat(talk.kept()).extracting(ChatEntry::content).containsExactly("how many?", "forty-two");
    }

    @Test
    void an_outage_of_many_minutes_is_reported() {
        whenTheModelAnswers(() -> callsLost = Integer.MAX_VALUE);

        assertThat(Refused.by(() -> talk.ask("how many?"))).isInstanceOf(CommonProblem.Unavailable.class);

        callsLost = 0;
        assertThat(talk.kept()).extracting(ChatEntry::content).containsExactly("how many?");
    }
}
