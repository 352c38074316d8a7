package dev.guildhall.persistence.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretBoxTest {
    private final SecretBox box = box(1);

    private static SecretBox box(int seed) {
        byte[] key = new byte[SecretBox.KEY_BYTES];
        Arrays.fill(key, (byte) seed);
        return new SecretBox(key);
    }

    @Test
    void a_sealed_secret_opens_and_no_two_envelopes_are_equal() {
        String one = box.seal("grüße 👋", "test");
        String two = box.seal("grüße 👋", "test");

        assertThat(box.open(one, "test")).isEqualTo("grüße 👋");
        assertThat(one).isNotEqualTo(two);
    }

    @Test
    void an_envelope_does_not_open_for_another_purpose() {
        String envelope = box.seal("secret", "signing-key:1");

        assertThatThrownBy(() -> box.open(envelope, "signing-key:2")).isInstanceOf(SecretBoxException.class);
    }

    @Test
    void an_envelope_does_not_open_under_another_key() {
        String envelope = box.seal("secret", "test");

        assertThatThrownBy(() -> box(2).open(envelope, "test")).hasMessageContaining("another key");
    }

    @Test
    void an_envelope_with_a_forged_key_id_does_not_open() {
        String keyId = box.seal("x", "test").split("\\.", -1)[1];
        String[] parts = box(2).seal("secret", "test").split("\\.", -1);
        String forged = String.join(".", parts[0], keyId, parts[2], parts[3]);

        assertThatThrownBy(() -> box.open(forged, "test")).isInstanceOf(SecretBoxException.class);
    }

    @Test
    void no_envelope_opens_with_a_changed_byte() {
        String[] parts = box.seal("secret", "test").split("\\.", -1);
        byte[] sealed = Base64.getUrlDecoder().decode(parts[3]);

        for (int i = 0; i < sealed.length; i++) {
            byte[] tampered = sealed.clone();
            tampered[i] ^= 1;
            String envelope = String.join(
                    ".", parts[0], parts[1], parts[2], Base64.getUrlEncoder().encodeToString(tampered));
            assertThatThrownBy(() -> box.open(envelope, "test")).isInstanceOf(SecretBoxException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "v1", "v1..", "v2.a.b.c", "v1.%s.!.?", "v1.%s.AA.AA", "v1.%s.."})
    void a_malformed_envelope_does_not_open(String form) {
        String keyId = box.seal("x", "test").split("\\.", -1)[1];

        assertThatThrownBy(() -> box.open(form.replace("%s", keyId), "test")).isInstanceOf(SecretBoxException.class);
    }

    @Test
    void two_derived_keys_are_equal_only_for_the_same_key_and_purpose() {
        byte[] derived = box.derivedKey("links");

        assertThat(derived).hasSize(SecretBox.KEY_BYTES).isEqualTo(box(1).derivedKey("links"));
        assertThat(derived).isNotEqualTo(box.derivedKey("others")).isNotEqualTo(box(2).derivedKey("links"));
    }

    @Test
    void a_key_of_another_length_is_refused() {
        assertThatThrownBy(() -> new SecretBox(new byte[16])).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_box_without_a_key_seals_nothing() {
        assertThatThrownBy(() -> SecretBox.NONE.seal("secret", "purpose"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("open it with a SecretBox");
    }
}
