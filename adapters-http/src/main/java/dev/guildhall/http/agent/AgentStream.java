package dev.guildhall.http.agent;

import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.sse.SseWriter;

/** Writes the events of the agent service (agents-2). */
final class AgentStream {
    private final SseWriter events;
    private final boolean openEarly;

    /**
     * A stream that has not begun.
     *
     * @param openEarly begins the stream when the question is stored, instead of with the first event: the client then
     *     knows the conversation, and a later failure is an event
     */
    AgentStream(SseWriter events, boolean openEarly) {
        this.events = events;
        this.openEarly = openEarly;
    }

    void send(AgentEvent event) {
        switch (event) {
            case AgentEvent.Started ignored -> {
                // The header X-Chat-Id holds the identifier.
                if (openEarly) {
                    events.open();
                }
            }
            case AgentEvent.Token(String text) -> events.event("token", Json.text(text));
            case AgentEvent.Reasoned(String text) -> events.event("reasoning", Json.text(text));
            case AgentEvent.ToolStarted started ->
                events.event(
                        "tool_start",
                        Json.text(new AgentJson.ToolStartJson(started.callId(), started.tool(), started.parameters())));
            case AgentEvent.ToolFinished finished ->
                events.event("tool_result", Json.text(AgentJson.ToolResultJson.of(finished.use())));
            case AgentEvent.QuestionAsked(ToolQuestion question) ->
                events.event("question", Json.text(QuestionJson.of(question)));
            case AgentEvent.QuestionEnded(QuestionId id, QuestionAnswer.Action action) ->
                events.event("question_end", Json.text(new QuestionJson.EndJson(id.value(), action.wireName())));
            case AgentEvent.ApprovalAsked(Approval approval) ->
                events.event("approval", Json.text(ApprovalJson.of(approval)));
        }
    }

    /** Whether the answer waits for its user after an event. */
    static boolean isWait(AgentEvent event) {
        return event instanceof AgentEvent.ApprovalAsked;
    }

    void done(AgentReply reply) {
        events.event("usage", Json.text(AgentJson.UsageJson.of(reply.usage())));
        events.event("done", Json.text(AgentJson.DoneJson.of(reply)));
    }

    void error(String message) {
        events.event("error", Json.text(new AgentJson.StreamErrorJson(message)));
    }
}
