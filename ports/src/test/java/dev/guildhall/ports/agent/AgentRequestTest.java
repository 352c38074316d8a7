package dev.guildhall.ports.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class AgentRequestTest {
    private static ThrowingCallable asked(NewMessage... messages) {
        return () -> new AgentRequest(
                new UserId("usr_1"), AgentMode.WITH_TASKS, Optional.empty(), List.of(messages), AgentOptions.DEFAULT);
    }

    private static void assertRefused(ThrowingCallable asked, String why) {
        assertThatThrownBy(asked)
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem().message()).isEqualTo("messages: " + why));
    }

    @Test
    void a_request_without_a_message_of_a_user_is_refused() {
        NewMessage system = new NewMessage(Speaker.SYSTEM, "be brief");

        assertRefused(asked(), "must be a non-empty array of {role, content}");
        assertRefused(asked(system), "must have one of the role user");
        assertRefused(asked(system, new NewMessage(Speaker.ASSISTANT, "hello")), "must have one of the role user");
    }

    @Test
    void a_blank_message_of_a_user_is_refused() {
        NewMessage hello = new NewMessage(Speaker.USER, "hello");

        assertRefused(asked(new NewMessage(Speaker.USER, "")), "must have no empty content of the role user");
        assertRefused(
                asked(hello, new NewMessage(Speaker.USER, " \n\t")), "must have no empty content of the role user");
    }
}
