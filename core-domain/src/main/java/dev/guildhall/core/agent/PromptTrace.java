package dev.guildhall.core.agent;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.completion.ChatMessage;
import java.util.ArrayList;
import java.util.List;

/** What a trace stores of the texts between the agent, models and tools (agents-30). */
final class PromptTrace {
    /** The most characters of a text. */
    private static final int LONGEST = 8_000;

    /** The most characters of all messages of a prompt; those after them have no text. */
    private static final int LONGEST_PROMPT = 64_000;

    private PromptTrace() {}

    /** The messages of a request, in a later round those after the model's last message. */
    static List<AgentTrace.Message> of(List<ChatMessage> messages, int round) {
        int from = 0;
        for (int i = 0; round > 1 && i < messages.size(); i++) {
            if (messages.get(i) instanceof ChatMessage.Assistant) {
                from = i + 1;
            }
        }
        List<AgentTrace.Message> traced = new ArrayList<>();
        int left = LONGEST_PROMPT;
        for (ChatMessage message : messages.subList(from, messages.size())) {
            String content = Text.beginning(message.content(), Math.min(left, LONGEST));
            left -= content.length();
            traced.add(new AgentTrace.Message(role(message), Text.repaired(content)));
        }
        return traced;
    }

    static String cut(String text) {
        return Text.repaired(Text.beginning(text, LONGEST));
    }

    private static String role(ChatMessage message) {
        return switch (message) {
            case ChatMessage.Instruction ignored -> "system";
            case ChatMessage.User ignored -> "user";
            case ChatMessage.Assistant ignored -> "assistant";
            case ChatMessage.ToolResult ignored -> "tool";
        };
    }
}
