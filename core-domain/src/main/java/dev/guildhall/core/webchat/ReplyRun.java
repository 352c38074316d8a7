package dev.guildhall.core.webchat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentListener;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.webchat.Handover;
import dev.guildhall.ports.webchat.Reply;
import dev.guildhall.ports.webchat.ReplyEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * Turns what the agent does for one request into the events of a reply, those that clients do not have yet. For the
 * answering thread, but for {@link #awaitBegun}; the threads of tool calls pass their questions on, one at a time.
 */
final class ReplyRun implements AgentListener {
    private static final Logger LOG = System.getLogger(ReplyRun.class.getName());

    private final RunningReplies replies;
    private final LiveReplies live;
    private final AgentRequest request;
    private final Optional<Handover> handover;
    private final ReplyRecord record;
    private final CompletableFuture<Reply> begun = new CompletableFuture<>();
    private List<String> notices = List.of();
    private ReplyDetails details = ReplyDetails.NONE;
    private Optional<LiveReply> mine = Optional.empty();
    private Runnable markStopped = () -> {};
    /** Whether the question is stored: only then can another node continue the reply. */
    private boolean isQuestionStored;

    /** How many characters clients have of the text that a resumed agent repeats. */
    private int repeated;

    /** The handover is empty when no other node can continue the reply. */
    ReplyRun(
            RunningReplies replies,
            LiveReplies live,
            AgentRequest request,
            Optional<Handover> handover,
            ReplyRecord record) {
        this.replies = replies;
        this.live = live;
        this.request = request;
        this.handover = handover;
        this.record = record;
    }

    /**
     * The run continues a reply that has events.
     *
     * @param markStopped marks the message of a reply that was stopped before the agent continued it, before clients
     *     receive the last event: they may ask the next question then
     */
    void continues(LiveReply answer, Runnable markStopped) {
        mine = Optional.of(answer);
        this.markStopped = markStopped;
        isQuestionStored = true;
        String text = answer.text();
        repeated = text.isBlank() ? 0 : text.length();
    }

    /** Waits until the agent has accepted the question. */
    Reply awaitBegun() {
        try {
            return begun.get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : new CompletionException(failed);
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    void begin(ChatId chatId) {
        mine = Optional.of(replies.begin(chatId, request.userId()));
    }

    @Override
    public boolean isStopped() {
        return mine.filter(LiveReply::isStopped).isPresent();
    }

    /** Clients receive the events after {@link LiveReplies} has stored them. */
    @Override
    public boolean isShown() {
        return false;
    }

    @Override
    public boolean isReply() {
        return true;
    }

    @Override
    public boolean canAnswer() {
        return true;
    }

    @Override
    public void endsEarly(List<String> storedNotices, ReplyDetails storedDetails) {
        notices = List.copyOf(storedNotices);
        details = storedDetails;
    }

    @Override
    public boolean isGivenUp() {
        return handover.isPresent() && mine.filter(LiveReply::isGivenUp).isPresent();
    }

    @Override
    public void accept(AgentEvent event) {
        switch (event) {
            case AgentEvent.Started(ChatId chatId) -> {
                isQuestionStored = true;
                record.started(chatId);
                if (mine.isEmpty()) {
                    begin(chatId);
                }
                begun.complete(mine.orElseThrow().answer());
            }
            case AgentEvent.Token(String text) -> addText(text);
            case AgentEvent.Reasoned(String text) -> add(new ReplyEvent.Reasoned(text));
            case AgentEvent.ToolStarted started ->
                add(new ReplyEvent.ToolStarted(started.callId(), started.tool(), started.parameters()));
            case AgentEvent.ToolFinished(ToolUse use) -> {
                if (!mine.orElseThrow().hasFinished(use.callId())) {
                    add(new ReplyEvent.ToolFinished(use));
                }
            }
            case AgentEvent.QuestionAsked(ToolQuestion question) -> add(new ReplyEvent.QuestionAsked(question));
            case AgentEvent.QuestionEnded(QuestionId id, QuestionAnswer.Action action) ->
                add(new ReplyEvent.QuestionEnded(id, action));
            case AgentEvent.ApprovalAsked(Approval approval) -> add(new ReplyEvent.ApprovalAsked(approval));
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private void addText(String text) {
        String more = text.substring(Math.min(repeated, text.length()));
        repeated -= text.length() - more.length();
        if (!more.isEmpty()) {
            add(new ReplyEvent.Token(more));
        }
    }

    private void add(ReplyEvent event) {
        live.add(mine.orElseThrow(), event);
    }

    void complete(AgentReply reply) {
        add(new ReplyEvent.Used(reply.usage()));
        live.end(
                mine.orElseThrow(),
                new ReplyEvent.Done(
                        reply.chatId(),
                        reply.message().content(),
                        reply.toolsUsed(),
                        false,
                        reply.message().notices(),
                        reply.message().details()));
        RunningReplies.attempt("the record of an answer", () -> record.answered(reply.chatId(), reply));
    }

    /** The agent has failed, or the reply was stopped or given up. */
    void fail(RuntimeException failed) {
        if (!(failed instanceof Refusal)) {
            LOG.log(Level.ERROR, "an answer in a chat failed", failed);
        }
        mine.filter(answer -> !isSuspended(answer, failed) && !isHandedOver(answer))
                .ifPresent(answer -> end(answer, failed));
        begun.completeExceptionally(failed);
    }

    private void end(LiveReply answer, RuntimeException failed) {
        if (answer.isStopped()) {
            storeStopped();
            live.end(
                    answer,
                    new ReplyEvent.Done(
                            answer.answer().chatId(), answer.text(), answer.toolsStarted(), true, notices, details));
        } else {
            live.end(answer, new ReplyEvent.Failed(messageOf(failed)));
        }
    }

    /** The interrupt that stopped the reply would break the connection to the store. */
    private void storeStopped() {
        Thread.interrupted();
        RunningReplies.attempt("the mark of a stopped answer", markStopped);
    }

    private boolean isSuspended(LiveReply answer, RuntimeException failed) {
        return failed instanceof Refusal refusal
                && refusal.problem() instanceof AgentProblem.AwaitsApproval
                && live.suspend(answer);
    }

    private boolean isHandedOver(LiveReply answer) {
        return isQuestionStored && isGivenUp() && live.giveUp(answer, handover.orElseThrow());
    }

    /** The reply cannot be continued. */
    void lose() {
        mine.ifPresent(answer -> {
            if (answer.isStopped()) {
                storeStopped();
            }
            live.end(answer, ReplyEvent.Failed.NODE_LOST);
        });
    }

    private static String messageOf(RuntimeException failed) {
        return failed instanceof Refusal refusal
                ? refusal.problem().message()
                : "something went wrong on the server; ask again";
    }

    /** The thread ends: {@link #awaitBegun} throws if the reply has not begun. */
    void requireBegun() {
        begun.completeExceptionally(new IllegalStateException("the answer did not begin"));
    }
}
