package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.Turn;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An answer that ends after another node has stored the next turn of its chat, as that of a node that was frozen does. */
class LateReplyTest {
    private final Conversing talk = new Conversing();

    private ConversationStore conversations() {
        return talk.installation().stores().conversations();
    }

    private void newerTurn() {
        Turn newer = conversations()
                .append(talk.begun().getLast(), List.of(Sample.said("and then?")), Optional.empty(), Sample.NOW)
                .orElseThrow();
        conversations().storeReply(talk.begun().getLast(), newer, Sample.answered("an end"), Sample.NOW);
    }

    @Test
    void a_late_answer_was_stored_after_the_newer_turn() {
        talk.model(request -> {
            newerTurn();
            return ScriptedChatModel.says(request, "too late");
        });

        assertThat(Refused.by(() -> talk.ask("how many?"))).isInstanceOf(CommonProblem.Conflict.class);

        assertThat(talk.kept()).extracting(ChatEntry::content).containsExactly("how many?", "and then?", "an end");
        assertThat(talk.memories()).isEmpty();
    }
}
