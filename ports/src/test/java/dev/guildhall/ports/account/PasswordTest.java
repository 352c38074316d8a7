package dev.guildhall.ports.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Violated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordTest {
    @Test
    void both_unicode_forms_are_one_password() {
        assertThat(new Password("cre\u0300me bru\u0302le\u0301e")).isEqualTo(new Password("crème brûlée"));
    }

    @Test
    void case_and_surrounding_spaces_belong_to_it() {
        assertThat(new Password("Password")).isNotEqualTo(new Password("password"));
        assertThat(new Password(" password ").value()).isEqualTo(" password ");
        assertThat(new Password("straße-x")).isNotEqualTo(new Password("strasse-x"));
    }

    @Test
    void the_length_counts_characters_in_composed_form() {
        String eight = "e\u0301".repeat(8);
        String longest = "🐎".repeat(128);

        assertThat(new Password(eight).value()).hasSize(8);
        assertThat(new Password(longest).value()).isEqualTo(longest);
        assertThat(Violated.fieldsOf(() -> new Password("e\u0301".repeat(7)))).containsExactly("password");
        assertThat(Violated.fieldsOf(() -> new Password(longest + "x"))).containsExactly("password");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1234567", "pass\u0000word", "password\ud83d", "\ude00password", "🐎🐎🐎🐎"})
    void a_short_or_malformed_password_is_refused(String malformed) {
        assertThat(Violated.fieldsOf(() -> new Password(malformed))).containsExactly("password");
    }

    @Test
    void its_text_form_is_masked_everywhere() {
        Registration registration = Registration.of("ada@example.org", "secret horse");
        Credentials credentials = new Credentials("ada@example.org", "secret horse");

        assertThat(registration.toString() + credentials).doesNotContain("secret");
    }
}
