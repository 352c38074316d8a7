package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.session.SessionOrigin;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UserAgentsTest {
    private static String name(String userAgent) {
        return UserAgents.name(UserAgents.of(new Caller.Anonymous("192.0.2.1", Optional.of(userAgent))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0"
                        + " Safari/537.36|Chrome on Windows",
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0"
                        + " Safari/537.36 Edg/143.0.0.0|Edge on Windows",
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1"
                        + " Safari/605.1.15|Safari on macOS",
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0|Firefox on Linux",
                "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0"
                        + " Mobile Safari/537.36|Chrome on Android",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
                        + " CriOS/143.0 Mobile/15E148 Safari/604.1|Chrome on iOS",
                "curl/8.14.1|curl",
                "python-requests/2.32|python-requests",
                "Java-http-client/25|Java-http-client",
                "Mozilla/5.0 (compatible)|an unknown program",
                "<script>|an unknown program"
            })
    void browsers_and_programs_are_named_without_versions(String userAgent, String name) {
        assertThat(name(userAgent)).isEqualTo(name);
    }

    @Test
    void a_long_name_is_cut_and_nothing_is_known_of_one_who_says_nothing() {
        assertThat(name("a".repeat(10_000))).isEqualTo("a".repeat(40));
        assertThat(UserAgents.of(new Caller.Anonymous("192.0.2.1")))
                .isEqualTo(new SessionOrigin(Optional.empty(), Optional.empty(), Optional.of("192.0.2.1")));
    }
}
