package dev.guildhall.llm.demo;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The parts of a conversation that the demo model uses.
 *
 * @param question the last message of the user; empty when there is none
 * @param earlier the earlier messages of the user, oldest first
 * @param instructions the instructions, oldest first
 * @param results the results of calls after the question, each with its call
 */
record Dialogue(String question, List<String> earlier, List<String> instructions, List<Answered> results) {
    /**
     * The result of a call.
     *
     * @param tool the name of the called tool
     * @param call the call; empty when the conversation does not contain it
     * @param content the result as JSON text
     */
    record Answered(String tool, Optional<ToolCall> call, String content) {}

    /** The most characters of a message that the rules search: some rules take long on more. */
    static final int MOST_READ = 10_000;

    static Dialogue of(List<ChatMessage> messages) {
        List<String> said = new ArrayList<>();
        List<String> instructions = new ArrayList<>();
        List<Answered> results = new ArrayList<>();
        Map<String, ToolCall> calls = new HashMap<>();
        for (ChatMessage message : messages) {
            switch (message) {
                case ChatMessage.Instruction instruction -> instructions.add(beginning(instruction.content()));
                case ChatMessage.User user -> {
                    said.add(beginning(user.content() + described(user)));
                    results.clear();
                }
                case ChatMessage.Assistant assistant ->
                    assistant.toolCalls().forEach(call -> calls.put(call.id(), call));
                case ChatMessage.ToolResult result -> results.add(answered(result, calls));
            }
        }
        String question = said.isEmpty() ? "" : said.removeLast();
        return new Dialogue(question, said, instructions, results);
    }

    /** Names the parts that the rules do not read. */
    private static String described(ChatMessage.User user) {
        return user.media().stream()
                .map(media -> " (with a " + media.kind().name().toLowerCase(Locale.ROOT) + ")")
                .distinct()
                .collect(Collectors.joining());
    }

    private static String beginning(String text) {
        return text.length() <= MOST_READ ? text : text.substring(0, MOST_READ);
    }

    private static Answered answered(ChatMessage.ToolResult result, Map<String, ToolCall> calls) {
        return new Answered(result.tool(), Optional.ofNullable(calls.get(result.callId())), result.content());
    }
}
