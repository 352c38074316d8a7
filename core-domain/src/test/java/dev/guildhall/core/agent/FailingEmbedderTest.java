package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.FakeEmbedder;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.memory.NewMemory;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FailingEmbedderTest {
    private final Conversing talk = new Conversing(parts -> parts.embedder(new FakeEmbedder("failing", texts -> {
        throw new IllegalStateException("Shutdown in progress");
    })));

    @Test
    void answers_searches_and_writes_go_by_words() {
        NewMemory tea = new NewMemory(
                talk.caller().userId(),
                MemoryType.LONG_TERM,
                "likes green tea",
                Memory.DEFAULT_IMPORTANCE,
                List.of(),
                Optional.empty());
        Memory kept = talk.core().memories().remember(talk.caller(), tea);

        AgentReply reply = talk.ask("Which tea do I like?");

        assertThat(reply.message().content()).isEqualTo("done");
        assertThat(talk.core()
                        .memories()
                        .search(
                                talk.caller(),
                                talk.caller().userId(),
                                new MemoryQuery(
                                        "green tea", MemoryFilter.of(MemoryType.LONG_TERM), MemoryQuery.DEFAULT_LIMIT)))
                .singleElement()
                .satisfies(hit -> assertThat(hit.memory()).isEqualTo(kept));
    }
}
