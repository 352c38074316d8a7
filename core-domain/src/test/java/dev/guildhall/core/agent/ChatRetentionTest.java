package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.settings.CurrentSettings;
import dev.guildhall.ports.settings.InstallationSettings;
import dev.guildhall.ports.settings.PublicUrl;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChatRetentionTest {
    private final Installation installation = new Installation();
    private final Caller.User ada = installation.someone();

    private ChatId asked() {
        return installation
                .agents()
                .chat(ada, AgentRequest.ofQuestion(ada.userId(), "hello"), event -> {})
                .chatId();
    }

    private void round(Optional<Integer> days) {
        InstallationSettings values = Sample.with(InstallationSettings.NONE, "chatDays", days);
        new ChatRetention(
                        installation.time(),
                        installation.stores(),
                        () -> new CurrentSettings(values, List.of(), new PublicUrl("https://guildhall.example")))
                .run();
    }

    @Test
    void a_chat_is_removed_so_many_days_after_its_last_message_and_never_without_a_setting() {
        ChatId old = asked();
        installation.time().advance(Duration.ofDays(20));
        ChatId later = asked();
        installation.time().advance(Duration.ofDays(10).plusMillis(1));

        round(Optional.empty());
        assertThat(installation.agents().conversation(ada, ada.userId(), old)).isNotNull();
        round(Optional.of(30));

        assertThat(Refused.by(() -> installation.agents().conversation(ada, ada.userId(), old)))
                .isEqualTo(new CommonProblem.NotFound("chat"));
        assertThat(installation.agents().conversation(ada, ada.userId(), later)).isNotNull();
    }
}
