package dev.guildhall.llm.demo;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ToolArguments;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parts of a conversation that the demo model uses, each oldest first. */
record Dialogue(List<ChatMessage> messages) {
    /** The most characters of a message that the rules read: some rules take long on more. */
    private static final int MOST_READ = 10_000;

    /** The messages of the user, the last of which is the question; one empty question when there is none. */
    List<String> userTexts() {
        List<String> said = all(ChatMessage.User.class).map(Dialogue::text).toList();
        return said.isEmpty() ? List.of("") : said;
    }

    List<String> instructions() {
        return all(ChatMessage.Instruction.class).map(Dialogue::text).toList();
    }

    /** The results of the calls that the model has made for the question. */
    List<ChatMessage.ToolResult> results() {
        List<ChatMessage> latest = messages.reversed().stream()
                .takeWhile(message -> !(message instanceof ChatMessage.User))
                .toList();
        return new Dialogue(latest.reversed()).all(ChatMessage.ToolResult.class).toList();
    }

    /** The arguments of the last call with that id; empty when there is none. */
    Map<String, Object> arguments(String callId) {
        return all(ChatMessage.Assistant.class)
                .flatMap(answer -> answer.toolCalls().stream())
                .filter(call -> call.id().equals(callId))
                .map(call -> values(call.arguments()))
                .reduce(Map.of(), (earlier, later) -> later);
    }

    static Map<String, Object> values(ToolArguments arguments) {
        return arguments instanceof ToolArguments.Parsed(Map<String, Object> values) ? values : Map.of();
    }

    private <M extends ChatMessage> Stream<M> all(Class<M> type) {
        return messages.stream().filter(type::isInstance).map(type::cast);
    }

    /** The text, and the names of the parts that the rules do not read. */
    private static String text(ChatMessage message) {
        Stream<String> media =
                message.media().stream().map(part -> part.kind().name().toLowerCase(Locale.ROOT));
        return Text.beginning(message.content(), MOST_READ)
                + media.distinct().map(kind -> " (with a " + kind + ")").collect(Collectors.joining());
    }

    /** The beginning of a text on one line, with an ellipsis when the text is longer. */
    static String shorten(String text, int most) {
        String line = text.strip().replaceAll("\\s+", " ");
        return Text.beginning(line, most).equals(line) ? line : Text.beginning(line, most - 1) + "…";
    }
}
