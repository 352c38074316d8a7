package dev.guildhall.ports.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Violated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AvatarTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.org/ada.png?size=64#top",
                "http://localhost:8080/a",
                "HTTPS://[::1]:65535/",
                "https://example.org/%C3%A4@b.png"
            })
    void an_http_address_is_stored_unchanged(String address) {
        assertThat(new Avatar("  " + address + "\n").value()).isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "ada.png",
                "//example.org/ada.png", "https:ada.png", "https://",
                "https:///ada.png", "https://example.org:65536/", "https://exa mple.org/",
                "https://example.org/ä.png", "https://example.org/a\u202eb.png", "https://example.org/a\u0000",
                "https://example.org/a\r\nb", "https://ada@example.org/", "https://ada:secret@example.org/",
                "https://@example.org/", "https://example.org/<script>", "javascript:alert(1)",
                "data:image/png;base64,AAAA", "file:///etc/passwd", "ftp://example.org/a.png"
            })
    void anything_else_is_refused(String address) {
        assertThat(Violated.fieldsOf(() -> new Avatar(address))).containsExactly("avatar");
    }

    @Test
    void the_longest_address_has_2048_characters() {
        String longest = "https://example.org/" + "a".repeat(2028);

        assertThat(new Avatar(longest).value()).isEqualTo(longest);
        assertThat(Violated.fieldsOf(() -> new Avatar(longest + "a"))).containsExactly("avatar");
    }
}
