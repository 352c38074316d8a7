package dev.guildhall.integrations.agent;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.sse.Slice;
import dev.guildhall.wire.sse.SseReader;
import java.io.EOFException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Passes the events of one stream on, and assembles the reply. For one thread. */
final class StreamedReply {
    private final ChatId chatId;
    private final Consumer<AgentEvent> sink;
    private final InstantSource clock;
    private final StringBuilder content = new StringBuilder();
    private final List<ToolUse> uses = new ArrayList<>();
    /** By call: results do not repeat the parameters. */
    private final Map<String, Map<String, Object>> parameters = new HashMap<>();

    private long left = RemoteAgentLimits.STREAM_BYTES;
    private final boolean isResumed;
    private boolean waits;

    StreamedReply(ChatId chatId, Consumer<AgentEvent> sink, InstantSource clock) {
        this(chatId, sink, clock, false);
    }

    private StreamedReply(ChatId chatId, Consumer<AgentEvent> sink, InstantSource clock, boolean isResumed) {
        this.isResumed = isResumed;
        this.chatId = chatId;
        this.sink = sink;
        this.clock = clock;
    }

    /** The stream of a reply that goes on: it does not begin. */
    static StreamedReply resumed(ChatId chatId, Consumer<AgentEvent> sink, InstantSource clock) {
        return new StreamedReply(chatId, sink, clock, true);
    }

    /**
     * Reads to the last event; refuses with the problem that the agent service reports, with {@code
     * AgentProblem.AwaitsApproval} when the answer waits for its user, or as cancelled after an interrupt.
     */
    AgentReply read(SseReader events) throws IOException {
        if (!isResumed) {
            pass(new AgentEvent.Started(chatId));
        }
        Optional<AgentReply> reply = Optional.empty();
        while (reply.isEmpty()) {
            Slice data = events.next()
                    .filter(_ -> events.isWhole())
                    .orElseThrow(() -> new EOFException("the stream ended before the answer did"));
            left -= data.length();
            if (left < 0) {
                throw new IOException("the stream is too long");
            }
            reply = ResponseFields.read(data.bytes(), json -> parsed(events.name(), json))
                    .get();
        }
        return reply.get();
    }

    /** What an event causes (agents-2); it returns the reply when the event is the last one. */
    private Supplier<Optional<AgentReply>> parsed(String name, ResponseFields json) {
        return switch (name) {
            case "token" -> passing(new AgentEvent.Token(json.text()));
            case "reasoning" -> passing(new AgentEvent.Reasoned(json.text()));
            case "tool_start" -> {
                AgentEvent.ToolStarted started =
                        new AgentEvent.ToolStarted(json.text("callId"), json.text("tool"), json.map("parameters"));
                parameters.put(started.callId(), started.parameters());
                yield passing(started);
            }
            case "tool_result" ->
                passing(new AgentEvent.ToolFinished(
                        AgentResponseJson.toolUse(json, parameters.getOrDefault(json.text("callId"), Map.of()))));
            case "question" -> passing(new AgentEvent.QuestionAsked(AgentResponseJson.question(json)));
            case "approval" -> passing(new AgentEvent.ApprovalAsked(AgentResponseJson.approval(json)));
            case "question_end" ->
                passing(new AgentEvent.QuestionEnded(
                        new QuestionId(json.text("questionId")), json.state("action", QuestionAnswer.Action.values())));
            case "done" -> {
                List<String> toolsUsed = json.list("toolsUsed", ResponseFields::text);
                boolean memoryUpdated = json.flag("memoryUpdated");
                List<String> notices = AgentResponseJson.notices(json);
                ReplyDetails details = AgentResponseJson.details(json);
                yield () -> Optional.of(reply(toolsUsed, memoryUpdated, notices, details));
            }
            case "error" -> {
                String message = json.text("error");
                yield () -> {
                    if (waits) {
                        throw new Refusal(new AgentProblem.AwaitsApproval(chatId.value()));
                    }
                    throw new Refusal(new AgentProblem.ServiceUnavailable(message));
                };
            }
            // A later version may send other events.
            default -> Optional::empty;
        };
    }

    private Supplier<Optional<AgentReply>> passing(AgentEvent event) {
        return () -> {
            pass(event);
            return Optional.empty();
        };
    }

    private void pass(AgentEvent event) {
        waits = event instanceof AgentEvent.ApprovalAsked;
        switch (event) {
            case AgentEvent.Token(String text) -> content.append(text);
            case AgentEvent.ToolFinished(ToolUse use) -> uses.add(use);
            case AgentEvent.Started _,
                    AgentEvent.Reasoned _,
                    AgentEvent.ToolStarted _,
                    AgentEvent.QuestionAsked _,
                    AgentEvent.QuestionEnded _,
                    AgentEvent.ApprovalAsked _ -> {
                // These events are not part of the reply.
            }
        }
        sink.accept(event);
        if (Thread.currentThread().isInterrupted()) {
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private AgentReply reply(
            List<String> toolsUsed, boolean memoryUpdated, List<String> notices, ReplyDetails details) {
        ChatEntry message = new ChatEntry(Speaker.ASSISTANT, content.toString(), uses, clock.instant())
                .withNotices(notices)
                .withDetails(details);
        return new AgentReply(message, chatId, toolsUsed, memoryUpdated);
    }
}
