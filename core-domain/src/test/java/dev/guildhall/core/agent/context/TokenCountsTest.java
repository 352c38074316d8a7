package dev.guildhall.core.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.testkit.Sample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenCountsTest {
    private final TokenCounts counts = new TokenCounts();

    @Test
    void a_message_was_converted_for_each_question_about_its_tokens() {
        ChatEntry entry = Sample.said("hi");
        List<ChatEntry> converted = new ArrayList<>();

        for (int times = 0; times < 3; times++) {
            counts.of(counts.messagesOf(entry, said -> {
                converted.add(said);
                return List.of(new ChatMessage.User(said.content()));
            }));
        }

        assertThat(converted).hasSize(1);
    }

    @Test
    void messages_have_the_tokens_of_all_of_them() {
        List<ChatMessage> messages = List.of(new ChatMessage.User("hello there"), new ChatMessage.Assistant("hi"));

        assertThat(counts.of(messages)).isEqualTo(ContextTokens.of(messages));
    }
}
