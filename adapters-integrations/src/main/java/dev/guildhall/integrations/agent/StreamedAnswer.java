package dev.guildhall.integrations.agent;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.io.EOFException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Passes the events of one stream on, and assembles the reply. For one thread. */
final class StreamedAnswer {
    private final ChatId chatId;
    private final Consumer<AgentEvent> sink;
    private final InstantSource clock;
    private final StringBuilder content = new StringBuilder();
    private final List<ToolUse> uses = new ArrayList<>();
    private Usage usage = Usage.NONE;

    StreamedAnswer(ChatId chatId, Consumer<AgentEvent> sink, InstantSource clock) {
        this.chatId = chatId;
        this.sink = sink;
        this.clock = clock;
    }

    /**
     * Reads to the last event.
     *
     * @throws IOException when the stream ends before it
     * @throws AnswerFields.Malformed when an event is malformed
     * @throws Refusal with the problem that the agent service reports, or with {@code CommonProblem.Cancelled} after an
     *     interrupt
     */
    AgentReply read(AgentEventReader events) throws IOException {
        StreamedEvent.Reader reader = new StreamedEvent.Reader();
        pass(new AgentEvent.Started(chatId));
        Optional<AgentReply> reply = Optional.empty();
        while (reply.isEmpty()) {
            AgentEventReader.Event event =
                    events.next().orElseThrow(() -> new EOFException("the stream ended before the answer did"));
            reply = take(reader.read(event));
        }
        return reply.get();
    }

    private Optional<AgentReply> take(StreamedEvent event) {
        switch (event) {
            case StreamedEvent.Happened(AgentEvent happened) -> pass(happened);
            case StreamedEvent.Counted(Usage counted) -> usage = counted;
            case StreamedEvent.Unknown _ -> {
                // A later version may send other events.
            }
            case StreamedEvent.Failed(String message) ->
                throw new Refusal(new AgentProblem.ServiceUnavailable(message));
            case StreamedEvent.Done done -> {
                return Optional.of(reply(done));
            }
        }
        return Optional.empty();
    }

    private void pass(AgentEvent event) {
        switch (event) {
            case AgentEvent.Token(String text) -> content.append(text);
            case AgentEvent.ToolFinished(ToolUse use) -> uses.add(use);
            case AgentEvent.Started _, AgentEvent.ToolStarted _ -> {
                // These events are not part of the reply.
            }
        }
        sink.accept(event);
        if (Thread.currentThread().isInterrupted()) {
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private AgentReply reply(StreamedEvent.Done done) {
        ChatEntry message = new ChatEntry(Speaker.ASSISTANT, content.toString(), uses, clock.instant());
        return new AgentReply(message, chatId, done.toolsUsed(), done.memoryUpdated(), usage);
    }
}
