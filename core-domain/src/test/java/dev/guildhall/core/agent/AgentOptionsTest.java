package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Limits;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgentOptionsTest {
    private final Conversing talk = new Conversing();

    private AgentRequest with(Optional<List<String>> tools, boolean memory) {
        return talk.request("hello", memory, tools);
    }

    @Test
    void with_memory_the_turn_is_remembered_once() {
        talk.modelSays("Hello, Ada.");

        AgentReply reply = talk.send(with(Optional.empty(), true));

        assertThat(reply.memoryUpdated()).isTrue();
        assertThat(talk.memories()).extracting(Memory::content).containsExactly("User: hello\nAssistant: Hello, Ada.");
        assertThat(talk.memories()).extracting(Memory::chatId).containsExactly(Optional.of(reply.chatId()));
    }

    @Test
    void without_memory_nothing_is_remembered_but_the_chat_itself() {
        AgentReply reply = talk.send(with(Optional.empty(), false));

        assertThat(reply.memoryUpdated()).isFalse();
        assertThat(talk.memories()).isEmpty();
        assertThat(talk.kept()).hasSize(2);
        assertThat(Shown.offered(talk.asked().getFirst())).doesNotContain("builtin.memory_search");
    }

    @Test
    void a_memory_is_cut_between_characters() {
        Conversing limited = new Conversing(Sample.with(
                AgentLimits.DEFAULT, "storage", Sample.with(AgentLimits.Storage.DEFAULT, "memoryCharacters", 8)));

        limited.ask("👋👋👋");

        assertThat(limited.memories()).extracting(Memory::content).containsExactly("User: 👋👋");
    }

    @Test
    void a_turn_that_took_the_last_place_was_said_not_to_be_remembered_when_its_facts_found_none() {
        Conversing full = new Conversing(parts ->
                parts.limits(Limits.DEFAULT.withMemory(Sample.with(MemoryLimits.DEFAULT, "memoriesOfUser", 1))));

        AgentReply kept = full.ask("I am allergic to peanuts.");
        AgentReply refused = full.ask("I live in Oslo.");

        assertThat(kept.memoryUpdated()).isTrue();
        assertThat(refused.memoryUpdated()).isFalse();
        assertThat(full.memories()).hasSize(1);
    }

    @Test
    void only_the_tools_that_the_request_names_can_be_used() {
        talk.tools().addEcho("a.echo").addEcho("b.echo");
        talk.modelCalls(call("c1", "b.echo"));

        AgentReply reply = talk.send(with(Optional.of(List.of("a.echo")), true));

        assertThat(Shown.offered(talk.asked().getFirst())).containsExactly("a.echo");
        assertThat(reply.message().toolUses().getFirst().outcome())
                .isEqualTo(new ToolOutcome.Failure(
                        FailureKind.UNKNOWN_TOOL, "there is no tool b.echo; there are: a.echo"));
    }

    @Test
    void an_empty_list_of_tools_means_none() {
        talk.tools().addEcho("a.echo");

        talk.send(with(Optional.of(List.of()), true));

        assertThat(talk.asked().getFirst().offer().functions()).isEmpty();
    }

    @Test
    void unknown_tools_in_the_request_are_named_and_nothing_is_kept() {
        talk.tools().addEcho("a.echo");
        Optional<List<String>> names = Optional.of(List.of("z.z", "a.echo", "b.b", "", "z.z"));

        Problem problem = Refused.by(() -> talk.send(with(names, true)));

        assertThat(problem).isEqualTo(new ToolProblem.UnknownTools(List.of("", "b.b", "z.z")));
        assertThat(talk.asked()).isEmpty();
        assertThat(talk.begun()).isEmpty();
    }
}
