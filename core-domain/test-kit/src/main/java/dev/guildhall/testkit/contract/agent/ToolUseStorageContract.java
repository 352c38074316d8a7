package dev.guildhall.testkit.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.MediaId;
import dev.guildhall.ports.agent.ToolMedia;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every {@link ConversationStore} does with the tool uses of a message. */
public interface ToolUseStorageContract {
    Stores stores();

    private ToolUse stored(ToolUse use) {
        ConversationStore conversations = stores().conversations();
        Chat chat = Given.someChat(stores());
        conversations.append(chat.id(), List.of(Sample.answered("done", use)), Optional.empty(), Sample.NOW);
        return conversations.latest(chat.id(), 1).getFirst().toolUses().getFirst();
    }

    @Test
    default void nested_data_is_read_unchanged() {
        Map<String, Object> data = everyKindOfData();

        ToolUse use = stored(Sample.toolUse(data, new ToolOutcome.Success(List.of(data, "text", 1))));

        assertThat(use.parameters()).isEqualTo(data);
        assertThat(use.outcome()).isEqualTo(new ToolOutcome.Success(List.of(data, "text", 1)));
    }

    @Test
    default void the_fields_of_data_keep_their_order() {
        Map<String, Object> data = new LinkedHashMap<>();
        for (String name : List.of("zebra", "a", "longest name of all", "b")) {
            data.put(name, name.length());
        }

        ToolUse use = stored(Sample.toolUse(data, new ToolOutcome.Success(true)));

        assertThat(use.parameters().keySet()).containsExactlyElementsOf(data.keySet());
    }

    @Test
    default void text_that_a_text_column_cannot_store_is_read_unchanged() {
        Object text = "NUL \u0000, half a pair \ud83d, a whole one 👋, a line separator \u2028";

        ToolUse use = stored(Sample.toolUse(Map.of(), new ToolOutcome.Success(text)));

        assertThat(use.outcome()).isEqualTo(new ToolOutcome.Success(text));
    }

    @ParameterizedTest
    @EnumSource(FailureKind.class)
    default void a_stored_failure_has_its_kind_and_message(FailureKind kind) {
        ToolOutcome failure = new ToolOutcome.Failure(kind, "it did not work: 不行");

        assertThat(stored(Sample.toolUse(Map.of("x", 1), failure)).outcome()).isEqualTo(failure);
    }

    @Test
    default void the_tool_uses_of_a_message_keep_their_order_round_and_name() {
        ConversationStore conversations = stores().conversations();
        Chat chat = Given.someChat(stores());
        ToolUse first = new ToolUse(
                "call_2",
                1,
                "web.search",
                Map.of(),
                new ToolOutcome.Success("found"),
                List.of(new ToolMedia(new MediaId("med_1"), ContentPart.Kind.SOUND, "audio/wav", 7)));
        ToolUse second = new ToolUse("call_1", 2, "no such tool", Map.of(), new ToolOutcome.Success(0));
        ChatEntry answer = Sample.answered("done", first, second);

        conversations.append(chat.id(), List.of(answer), Optional.empty(), Sample.NOW);

        assertThat(conversations.latest(chat.id(), 1)).containsExactly(answer);
    }

    private static Map<String, Object> everyKindOfData() {
        Map<String, Object> inner = new LinkedHashMap<>();
        inner.put("nothing", null);
        inner.put("integer", 7);
        inner.put("long", 1L << 40);
        inner.put("huge", new BigInteger("123456789012345678901234567890"));
        inner.put("decimal", 0.25);
        inner.put("large decimal", 1e300);
        inner.put("long decimal", new BigDecimal("0.1234567890123456789012345"));
        inner.put("decimal with a zero at its end", new BigDecimal("1.10"));
        inner.put("exponent", new BigDecimal("1E+2"));
        inner.put("beyond a double", new BigDecimal("1E+400"));
        inner.put("very long number", BigInteger.TEN.pow(2000));
        inner.put("truth", true);
        inner.put("text", "grüße, 你好, 👋, \"quoted\" \\ {json}");
        inner.put("empty object", Map.of());
        inner.put("empty list", List.of());
        inner.put("list with a hole", Arrays.asList(1, null, List.of("deep", Map.of("er", 2))));
        return inner;
    }
}
