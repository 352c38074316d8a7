package dev.guildhall.core.agent.context;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Fits the messages of one round of an answer into the model's budget of tokens. When all of them exceed it, the results of tools are shortened, those of the oldest rounds first and the longest of a round first; those of the last round only after the chat's oldest turns were omitted. No call and no result is omitted, since models refuse one without the other.
 * Confined to one thread.
 */
public final class ToolLoopWindow {
    /** The number of tokens of a result that remain as long as anything else can be shortened. */
    private static final long WORTH = 64;

    /** The length, as JSON, to which arguments are shortened when nothing else can be. */
    private static final int ARGUMENT_BYTES = 256;

    private static final int FIRST_TURN = 1;

    private final List<ChatMessage> messages;
    private final long tokens;
    private final TokenCounts counts;

    /** The index of the question, after which the rounds begin. */
    private int question;

    private long over;

    private ToolLoopWindow(List<ChatMessage> context, List<ChatMessage> rounds, long tokens, TokenCounts counts) {
        this.messages = new ArrayList<>(context);
        this.messages.addAll(rounds);
        this.tokens = tokens;
        this.counts = counts;
        this.question = context.size() - 1;
        this.over = counts.of(messages) - tokens;
    }

    /** The messages to be sent: the context, instructions first and the question last, and calls and results since then. */
    public static List<ChatMessage> of(
            List<ChatMessage> context, List<ChatMessage> rounds, long tokens, TokenCounts counts) {
        ToolLoopWindow window = new ToolLoopWindow(context, rounds, tokens, counts);
        window.fit();
        return List.copyOf(window.messages);
    }

    private void fit() {
        shortenResults(0, lastRound(), WORTH);
        leaveOutTurns(tokens / 2);
        shortenResults(lastRound(), messages.size(), WORTH);
        leaveOutTurns(0);
        shortenResults(0, messages.size(), 0);
        shortenCalls();
    }

    private int lastRound() {
        int at = messages.size() - 1;
        while (at > question && !(messages.get(at) instanceof ChatMessage.Assistant)) {
            at--;
        }
        return at;
    }

    private void leaveOutTurns(long most) {
        while (over > 0 && question > FIRST_TURN && counts.of(messages.subList(0, question + 1)) > most) {
            int next = FIRST_TURN + 1;
            while (next < question && !(messages.get(next) instanceof ChatMessage.User)) {
                next++;
            }
            List<ChatMessage> turn = messages.subList(FIRST_TURN, next);
            over -= counts.of(turn);
            turn.clear();
            question -= next - FIRST_TURN;
        }
    }

    private void shortenResults(int from, int to, long least) {
        int at = from;
        while (over > 0 && at < to) {
            int end = at;
            while (end < to && messages.get(end) instanceof ChatMessage.ToolResult) {
                end++;
            }
            shortenRound(at, end, least);
            at = end + 1;
        }
    }

    /** Afterwards no result has more tokens than a shortened one. */
    private void shortenRound(int from, int to, long least) {
        List<Long> sizes = messages.subList(from, to).stream()
                .map(result -> ContextTokens.of(result.content()))
                .toList();
        long total = sizes.stream().mapToLong(Long::longValue).sum();
        long most = Math.max(least, share(sizes, Math.max(0, total - over)));
        for (int at = from; at < to; at++) {
            if (sizes.get(at - from) > most && messages.get(at) instanceof ChatMessage.ToolResult result) {
                List<ContentPart> parts = new ArrayList<>();
                parts.add(new ContentPart.Text(ToolResults.shortened(result.content(), most)));
                parts.addAll(result.media());
                replace(at, new ChatMessage.ToolResult(result.callId(), result.tool(), parts));
            }
        }
    }

    /** The budget of each, so that all together do not exceed that number. */
    private static long share(List<Long> sizes, long total) {
        List<Long> smallestFirst = sizes.stream().sorted().toList();
        long left = total;
        for (int taken = 0; taken < smallestFirst.size(); taken++) {
            long share = left / (smallestFirst.size() - taken);
            if (smallestFirst.get(taken) > share) {
                return share;
            }
            left -= smallestFirst.get(taken);
        }
        return Long.MAX_VALUE;
    }

    private void shortenCalls() {
        for (int at = question + 1; over > 0 && at < messages.size(); at++) {
            if (messages.get(at) instanceof ChatMessage.Assistant said) {
                replace(
                        at,
                        new ChatMessage.Assistant(
                                ContextTokens.cut(said.content(), WORTH),
                                said.toolCalls().stream()
                                        .map(ToolLoopWindow::shortened)
                                        .toList()));
            }
        }
    }

    private static ToolCall shortened(ToolCall call) {
        ToolArguments arguments = switch (call.arguments()) {
            case ToolArguments.Parsed(Map<String, Object> values) ->
                new ToolArguments.Parsed(TruncatedData.ofObject(values, ARGUMENT_BYTES));
            case ToolArguments.Malformed(String text, String fault) ->
                new ToolArguments.Malformed(ContextTokens.cut(text, WORTH), fault);
        };
        return new ToolCall(call.id(), call.tool(), arguments);
    }

    /** A mark may be longer than the text that it replaces: then the text is unchanged. */
    private void replace(int at, ChatMessage shorter) {
        long saved = counts.of(messages.get(at)) - counts.of(shorter);
        if (saved > 0) {
            messages.set(at, shorter);
            over -= saved;
        }
    }
}
