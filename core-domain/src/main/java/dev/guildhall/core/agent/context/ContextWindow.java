package dev.guildhall.core.agent.context;

import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Converts a stored conversation into the messages of a model's request: instructions, memories and summary, then as
 * many of the last messages as the budget of tokens allows.
 */
public final class ContextWindow {
    private static final String UNANSWERED = "(This was not answered.)";
    private static final ChatMessage EMPTY_MESSAGE = new ChatMessage.User("");

    /**
     * The memories and the summary may each take this part of the budget; the same part is reserved for the messages before a long question.
     */
    private static final int PART = 4;

    /** The smallest number of tokens of an earlier entry that is included. */
    private static final long WORTH = 64;

    /** Stands for an answer that was interrupted before its first word: after tool results a message has to follow. */
    private static final String INTERRUPTED = "(The answer was interrupted here.)";

    /** Stands for an answer that had something else than words, which was left out. */
    private static final String WORDLESS = "(The answer had no text.)";

    /** What a model is told behind the text of an answer that it has to continue. */
    private static final String CONTINUE = """
        (Your answer was interrupted by the system, not by me, after its last character above. Continue it from exactly \
        there: begin with the character that follows, repeat nothing, and do not mention the interruption.)\
        """;

    private final AgentLimits limits;
    private final ToLongFunction<Optional<String>> tokens;

    /**
     * Creates a window.
     *
     * @param tokens how many tokens the model of a name receives; without a name, the default model
     */
    public ContextWindow(AgentLimits limits, ToLongFunction<Optional<String>> tokens) {
        this.limits = limits;
        this.tokens = tokens;
    }

    /** How many tokens the model of a request receives. */
    public long tokensFor(Sampling sampling) {
        return tokens.applyAsLong(sampling.model());
    }

    /**
     * What stands before the messages; the memories, and the summary of the messages before the entries, may be empty.
     *
     * @param unread how many messages of the chat are before the entries and not summarised
     */
    public record Preface(String instructions, String remembered, String summary, int unread) {
        public static Preface of(String instructions) {
            return new Preface(instructions, "", "", 0);
        }
    }

    /**
     * The messages, the preface first, the budget of tokens for the chat's messages and that for all messages, and what of
     * the user's words was cut or left out.
     */
    public record Prompt(List<ChatMessage> messages, long room, long tokens, List<String> notices) {}

    /**
     * The messages for the model. When earlier messages are omitted, the rest does not begin with an answer without its question,
     * which models refuse. The last entry is always included; if it is too long, its middle is cut.
     */
    public Prompt of(Preface preface, List<ChatEntry> entries, long tokens, TokenCounts counts) {
        ChatMessage first = new ChatMessage.Instruction(instruction(preface, tokens));
        long room = Math.max(0, tokens - counts.of(first));
        List<List<ChatMessage>> said = fitting(entries, room, counts);
        int from = entries.size() - said.size();
        boolean cut = from > 0
                || entries.size() >= limits.context().messages()
                || !preface.summary().isEmpty();
        List<ChatMessage> messages = new ArrayList<>();
        messages.add(first);
        int begin = cut ? behindAnswers(entries, from) : from;
        for (int i = begin; i < entries.size(); i++) {
            if (i > begin && isUnanswered(entries.get(i - 1), entries.get(i))) {
                messages.add(new ChatMessage.Assistant(UNANSWERED));
            }
            messages.addAll(said.get(i - from));
        }
        Omissions omissions = new Omissions();
        omissions.leftOut(preface.unread() + (preface.summary().isEmpty() ? begin : from));
        for (int i = begin; i < entries.size(); i++) {
            omissions.shown(entries.get(i), said.get(i - from), i == entries.size() - 1);
        }
        return new Prompt(joined(messages), room, tokens, omissions.notices());
    }

    /**
     * Even a long question leaves a part of the room to the messages before it, and none of these takes more than half
     * of that part, so the turn before the question is included.
     */
    private List<List<ChatMessage>> fitting(List<ChatEntry> entries, long room, TokenCounts counts) {
        List<ChatMessage> question = messagesOf(entries.getLast(), counts);
        long left = room - Math.min(counts.of(question), room - room / PART);
        long most = Math.max(WORTH, left / 2);
        Deque<List<ChatMessage>> fitting = new ArrayDeque<>();
        long taken = 0;
        for (int i = entries.size() - 2; i >= 0; i--) {
            List<ChatMessage> said = fitted(messagesOf(entries.get(i), counts), most, counts);
            long tokens = counts.of(said);
            if (taken + tokens > left) {
                break;
            }
            taken += tokens;
            fitting.addFirst(said);
        }
        fitting.addLast(fitted(question, room - taken, counts));
        return List.copyOf(fitting);
    }

    /**
     * The messages of one entry, its text last, or as much of each as fits: the middle of the words is cut first, since a
     * user writes the request before or after pasted text, and then the results of tools.
     */
    private static List<ChatMessage> fitted(List<ChatMessage> messages, long most, TokenCounts counts) {
        if (counts.of(messages) <= most) {
            return messages;
        }
        long each = counts.of(EMPTY_MESSAGE);
        long words = messages.size() == 1 ? most - each : most / 2;
        List<ChatMessage> cut =
                messages.stream().map(message -> cut(message, words)).toList();
        return ToolLoopWindow.of(List.of(EMPTY_MESSAGE), cut, most + each, counts)
                .subList(1, cut.size() + 1);
    }

    private static ChatMessage cut(ChatMessage message, long most) {
        return switch (message) {
            case ChatMessage.User user
            when user.media().isEmpty() -> new ChatMessage.User(ContextTokens.cutInside(user.content(), most));
            case ChatMessage.User user -> user;
            case ChatMessage.Instruction instruction ->
                new ChatMessage.Instruction(ContextTokens.cutInside(instruction.content(), most));
            case ChatMessage.Assistant answer ->
                new ChatMessage.Assistant(ContextTokens.cutInside(answer.content(), most), answer.toolCalls());
            case ChatMessage.ToolResult result -> result;
        };
    }

    /** Messages of one request have one timestamp. */
    private static boolean isUnanswered(ChatEntry before, ChatEntry next) {
        return before.speaker() == Speaker.USER
                && next.speaker() == Speaker.USER
                && !before.timestamp().equals(next.timestamp());
    }

    /** Joins consecutive messages of the user: some models refuse two in a row. */
    private static List<ChatMessage> joined(List<ChatMessage> messages) {
        List<ChatMessage> joined = new ArrayList<>(messages.size());
        for (ChatMessage message : messages) {
            if (message instanceof ChatMessage.User next
                    && !joined.isEmpty()
                    && joined.getLast() instanceof ChatMessage.User before) {
                joined.set(joined.size() - 1, before.and(next));
            } else {
                joined.add(message);
            }
        }
        return List.copyOf(joined);
    }

    private static String instruction(Preface preface, long tokens) {
        StringBuilder told = new StringBuilder(preface.instructions());
        for (String part : List.of(preface.remembered(), preface.summary())) {
            if (!part.isEmpty()) {
                told.append("\n\n").append(ContextTokens.cut(part, tokens / PART));
            }
        }
        return told.toString();
    }

    /** Whether one more message would exceed the room. */
    public boolean isTooMuch(List<ChatEntry> entries, ChatEntry more, long room, TokenCounts counts) {
        List<ChatEntry> all = new ArrayList<>(entries);
        all.add(more);
        return all.size() > limits.context().messages() || beginOf(all, room, counts) > 0;
    }

    /** The index at which the longest end of a chat with at most that many tokens begins; the last entry is always included. */
    public int beginOf(List<ChatEntry> entries, long room, TokenCounts counts) {
        int first = entries.size() - 1;
        long left = room - counts.of(messagesOf(entries.getLast(), counts));
        while (first > 0) {
            left -= counts.of(messagesOf(entries.get(first - 1), counts));
            if (left < 0) {
                break;
            }
            first--;
        }
        return first;
    }

    /** The same index, or the next one that is not an answer. */
    static int behindAnswers(List<ChatEntry> entries, int from) {
        int first = from;
        while (first < entries.size() - 1 && entries.get(first).speaker() == Speaker.ASSISTANT) {
            first++;
        }
        return first;
    }

    private List<ChatMessage> messagesOf(ChatEntry entry, TokenCounts counts) {
        return counts.messagesOf(entry, this::messagesOf);
    }

    private List<ChatMessage> messagesOf(ChatEntry entry) {
        return switch (entry.speaker()) {
            case SYSTEM -> List.of(new ChatMessage.Instruction(entry.content()));
            case USER ->
                List.of(
                        entry.parts().isEmpty()
                                ? new ChatMessage.User(entry.content())
                                : new ChatMessage.User(entry.parts()));
            case ASSISTANT -> assistantMessages(entry);
        };
    }

    /**
     * The messages after the question with which a model continues an answer that was interrupted: calls with their
     * results, the text, and the instruction to continue it, since not every provider continues a message itself.
     */
    public List<ChatMessage> begun(ChatEntry said) {
        List<ChatMessage> messages = callMessages(said);
        if (!said.content().isEmpty()) {
            messages.add(new ChatMessage.Assistant(said.content()));
            messages.add(new ChatMessage.User(CONTINUE));
        }
        return List.copyOf(messages);
    }

    /**
     * The messages after the question with which a model goes on after its last calls, which had to wait: calls with their
     * results, the text before those of the last round.
     */
    public List<ChatMessage> called(ChatEntry said) {
        List<ChatMessage> messages = callMessages(said);
        for (int place = messages.size() - 1; place >= 0; place--) {
            if (messages.get(place) instanceof ChatMessage.Assistant last) {
                messages.set(place, new ChatMessage.Assistant(said.content(), last.toolCalls()));
                break;
            }
        }
        return List.copyOf(messages);
    }

    private List<ChatMessage> assistantMessages(ChatEntry entry) {
        List<ChatMessage> messages = callMessages(entry);
        String unsaid = entry.ended().isPresent() ? INTERRUPTED : WORDLESS;
        messages.add(new ChatMessage.Assistant(entry.content().isEmpty() ? unsaid : entry.content()));
        return messages;
    }

    /** A call is included together with its result or not at all, since models refuse one without the other. */
    private List<ChatMessage> callMessages(ChatEntry entry) {
        Map<Integer, List<ToolUse>> rounds = new LinkedHashMap<>();
        entry.toolUses()
                .forEach(use -> rounds.computeIfAbsent(use.round(), n -> new ArrayList<>())
                        .add(use));
        List<ChatMessage> messages = new ArrayList<>();
        for (List<ToolUse> uses : rounds.values()) {
            messages.add(new ChatMessage.Assistant(
                    "", uses.stream().map(ContextWindow::callOf).toList()));
            uses.forEach(use -> messages.add(new ChatMessage.ToolResult(
                    use.callId(),
                    use.tool(),
                    ToolResults.forModel(use.outcome(), limits.results().characters()))));
        }
        return messages;
    }

    private static ToolCall callOf(ToolUse use) {
        return new ToolCall(use.callId(), use.tool(), new ToolArguments.Parsed(use.parameters()));
    }
}
