package dev.guildhall.integrations.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.agent.AgentMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentAddressTest {
    @ParameterizedTest
    @CsvSource({
        "http://other:8080/agent, http://other:8080/agent/api/chat, http://other:8080/agent-v0.1/api/chat",
        "http://other:8080/agent/, http://other:8080/agent/api/chat, http://other:8080/agent-v0.1/api/chat",
        "https://a.example/x/agent, https://a.example/x/agent/api/chat, https://a.example/x/agent-v0.1/api/chat",
        "http://other:8084, http://other:8084/api/chat, http://other:8084/agent-v0.1/api/chat",
        "http://[::1]:8084/, http://[::1]:8084/api/chat, http://[::1]:8084/agent-v0.1/api/chat"
    })
    void each_mode_has_its_address(String written, String v1, String first) {
        AgentAddress address = AgentAddress.parse(written);

        assertThat(address.of(AgentMode.WITH_TASKS).addPathSegments("api/chat").build())
                .hasToString(v1);
        assertThat(address.of(AgentMode.WITHOUT_TASKS)
                        .addPathSegments("api/chat")
                        .build())
                .hasToString(first);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "other:8080/agent",
                "ftp://other/agent",
                "/agent",
                "http://",
                "http://ada:secret@other/agent",
                "http://other/agent?x=1",
                "http://other/agent?",
                "http://other/agent#x",
                "http://other:99999/agent"
            })
    void what_is_no_address_of_a_service_is_refused(String written) {
        assertThatThrownBy(() -> AgentAddress.parse(written))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain("secret");
    }

    @Test
    void an_address_without_a_port_has_that_of_its_scheme() {
        assertThat(AgentAddress.parse("https://a.example/agent").authority()).isEqualTo("a.example:443");
    }
}
