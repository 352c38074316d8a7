package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.account.CountingHasher;
import dev.guildhall.core.config.UnknownTaskTypes;
import dev.guildhall.core.task.TaskTypes;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AgentExecutorTest {
    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();

    @Test
    void a_model_reads_the_input_of_a_step_of_any_type_with_hidden_characters_spelt_out() throws InterruptedException {
        Core core = Core.of(parts -> parts.unknownTaskTypes(UnknownTaskTypes.AGENT)
                .passwordHasher(new CountingHasher())
                .chatModel(new ScriptedChatModel(request -> {
                    asked.add(request.messages().getLast().toString());
                    return ScriptedChatModel.says(request, "done");
                })));
        Registration registration = Registration.of("ada@example.org", "correct horse battery");
        AccessToken token = core.accounts()
                .register(Caller.anonymous(), registration)
                .tokens()
                .accessToken();
        Caller.User ada = core.accounts().authenticate(Caller.anonymous(), token);
        Map<String, Object> reference = Map.of("page", Map.of("$from", "one", "pointer", "/page"));
        StepSpec one = new StepSpec("one", "", TaskTypes.ECHO, List.of(), Map.of("page", "t\u200bext"), List.of());
        StepSpec two = new StepSpec("two", "", new TaskType("brew"), List.of(), reference, List.of("one"));
        core.workflows().start(ada, "flow", List.of(one, two), Optional.empty());
        core.start();

        String input = asked.poll(10, TimeUnit.SECONDS);

        core.close();
        assertThat(input).contains("t<U+200B>ext");
    }
}
