package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ContentPart;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MediaHostsTest {
    private static final MediaHosts HOSTS = new MediaHosts(Set.of("media.corp", "10.1.2.3", "wiki"));

    private static List<ChatMessage> showing(String url) {
        return List.of(
                new ChatMessage.User(List.of(new ContentPart.Text("What is this?"))),
                new ChatMessage.User(List.of(
                        new ContentPart.Text("And this?"), ContentPart.Media.of(ContentPart.Kind.PICTURE, url))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.org/a.png",
                "https://EXAMPLE.org./a.png?x=1",
                "https://8.8.8.8/a.png",
                "https://[2606:4700:4700::1111]/a.png",
                "https://media.corp/a.png",
                "https://10.1.2.3:8443/a.png",
                "https://WIKI/a.png",
                "data:image/png;base64,iVBORw0KGgo="
            })
    void addresses_outside_and_listed_ones_are_passed_on(String url) {
        assertThatCode(() -> HOSTS.require(showing(url))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://localhost/a.png",
                "https://localhost./a.png",
                "https://shop.localhost/a.png",
                "https://intranet/a.png",
                "https://127.0.0.1/a.png",
                "https://169.254.169.254/latest/meta-data",
                "https://[::1]/a.png",
                "https://[::ffff:10.0.0.1]/a.png",
                "https://[fd00:ec2::254]/a.png",
                "https://2130706433/a.png",
                "https://0x7f.1/a.png",
                "https://127.1/a.png",
                "https://user:secret@example.org/a.png",
                "https://example.org:x/a.png",
                "https://exa_mple/a.png"
            })
    void addresses_inside_and_those_with_a_user_are_refused_with_the_message_that_has_them(String url) {
        assertThat(Refused.by(() -> HOSTS.require(showing(url))).message()).startsWith("messages[1]: has the address");
    }

    @Test
    void messages_without_addresses_are_not_looked_at() {
        assertThatCode(() -> HOSTS.require(List.of())).doesNotThrowAnyException();
    }
}
