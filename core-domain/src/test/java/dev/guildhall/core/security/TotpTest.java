package dev.guildhall.core.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TotpTest {
    private static final byte[] SECRET = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);

    /** The last six digits of the values of RFC 6238, appendix B, for SHA-1. */
    @ParameterizedTest
    @CsvSource({
        "59,287082",
        "1111111109,081804",
        "1111111111,050471",
        "1234567890,005924",
        "2000000000,279037",
        "20000000000,353130"
    })
    void the_codes_are_those_of_the_standard(long second, String code) {
        assertThat(Totp.code(SECRET, Totp.step(Instant.ofEpochSecond(second)))).isEqualTo(code);
    }

    @Test
    void a_code_is_found_one_step_before_and_after_and_no_further() {
        Instant now = Instant.ofEpochSecond(1234567890);
        long step = Totp.step(now);

        for (long each = step - 1; each <= step + 1; each++) {
            assertThat(Totp.stepOf(SECRET, Totp.code(SECRET, each), now)).hasValue(each);
        }
        assertThat(Totp.stepOf(SECRET, Totp.code(SECRET, step - 2), now)).isEmpty();
        assertThat(Totp.stepOf(SECRET, Totp.code(SECRET, step + 2), now)).isEmpty();
        assertThat(Totp.stepOf(SECRET, "", now)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"f,MY", "fo,MZXQ", "foo,MZXW6", "foob,MZXW6YQ", "fooba,MZXW6YTB", "foobar,MZXW6YTBOI"})
    void base32_is_that_of_the_standard(String text, String encoded) {
        assertThat(Base32.encode(text.getBytes(StandardCharsets.US_ASCII))).isEqualTo(encoded);
        assertThat(Base32.decode(encoded)).isEqualTo(text.getBytes(StandardCharsets.US_ASCII));
    }

    @RepeatedTest(50)
    void base32_returns_what_it_was_given(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);

        assertThat(Base32.decode(Base32.encode(bytes))).isEqualTo(bytes);
    }

    @Test
    void another_character_is_refused() {
        assertThatThrownBy(() -> Base32.decode("0")).isInstanceOf(IllegalArgumentException.class);
    }
}
