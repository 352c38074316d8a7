package dev.guildhall.ports.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Violated;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmailTest {
    private static final String DOMAIN = "@example.org";

    @ParameterizedTest
    @CsvSource({
        "' Ada@Example.ORG ', ada@example.org",
        "RENE\u0301@x.org, rené@x.org",
        "rene\u0301@x.org, rené@x.org",
        "STRASSE@x.org, strasse@x.org",
        "Straße@x.org, straße@x.org",
        "STRAẞE@x.org, straße@x.org",
        "İ@x.org, i\u0307@x.org",
        "I@x.org, i@x.org",
        "ΟΔΟΣ@x.org, οδοσ@x.org",
        "οδος@x.org, οδοσ@x.org",
        "ada@x。org, ada@x.org",
        "ada@x｡org, ada@x.org",
        "ada@x．org, ada@x.org",
        "😀@x.org, 😀@x.org",
        "ａｄａ＠ｘ．ｏｒｇ, ada@x.org",
        "ﬁne@x.org, fine@x.org",
        "ℂlara@x.org, clara@x.org",
    })
    void forms_of_one_address_are_one_value(String typed, String kept) {
        assertThat(new Email(typed)).isEqualTo(new Email(kept));
        assertThat(new Email(typed).value()).isEqualTo(kept);
    }

    @Test
    void a_capital_iota_with_two_marks_was_another_value_when_read_back() {
        Email typed = new Email("Ϊ\u0301" + DOMAIN);

        Email readBack = new Email(typed.value());

        assertThat(readBack).isEqualTo(typed);
    }

    @Test
    void full_width_letters_are_the_plain_ones_and_format_characters_are_refused_wherever_they_stand() {
        Random random = new Random(12);
        int[] formats = IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(c -> Character.getType(c) == Character.FORMAT)
                .toArray();
        for (int round = 0; round < 2_000; round++) {
            String plain = random.ints(1 + random.nextInt(20), 'a', 'z' + 1)
                            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    + DOMAIN;
            StringBuilder wide = new StringBuilder(plain);
            for (int i = 0; i < wide.length(); i++) {
                if (random.nextBoolean()) {
                    wide.setCharAt(i, (char) (wide.charAt(i) - '!' + 0xFF01));
                }
            }
            String hidden = new StringBuilder(plain)
                    .insert(random.nextInt(plain.length()), Character.toString(formats[random.nextInt(formats.length)]))
                    .toString();

            assertThat(new Email(wide.toString()).value()).isEqualTo(plain);
            assertThat(Violated.fieldsOf(() -> new Email(hidden))).containsExactly("email");
        }
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0x034F, 0x0378, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180E, 0x180F, 0x2800, 0x3164, 0xE000, 0xFE00,
                0xFE0F, 0xFFA0, 0xFFF0, 0xFFFF, 0x1D173, 0x50000, 0xE0041, 0xE0100, 0xF0000, 0x10FFFD
            })
    void an_address_with_a_character_that_is_not_shown_was_an_account_of_its_own(int character) {
        String hidden = Character.toString(character);

        assertThat(Violated.fieldsOf(() -> new Email("a" + hidden + "da" + DOMAIN)))
                .containsExactly("email");
        assertThat(Violated.fieldsOf(() -> new Email("ada" + DOMAIN + hidden))).containsExactly("email");
    }

    @Test
    void the_value_of_every_address_can_be_read_back() {
        int[] letters = IntStream.range(0xa1, 0x30000)
                .filter(Character::isLetter)
                .filter(letter -> letter != 0x115F && letter != 0x1160 && letter != 0x3164 && letter != 0xFFA0)
                .filter(letter -> Normalizer.normalize(Character.toString(letter), Normalizer.Form.NFKC)
                        .codePoints()
                        .noneMatch(Character::isSpaceChar))
                .toArray();

        // An address for each letter would take ten times as long. No character composes with a full stop.
        List<String> changed = IntStream.iterate(0, from -> from < letters.length, from -> from + 16)
                .mapToObj(from -> Arrays.copyOfRange(letters, from, Math.min(from + 16, letters.length)))
                .flatMap(group -> Stream.of(".", "\u0323\u0301.").map(after -> joined(group, after)))
                .filter(localPart -> !isReadBack(localPart))
                .toList();

        assertThat(letters).hasSizeGreaterThan(100_000);
        assertThat(changed).isEmpty();
    }

    private static String joined(int[] letters, String after) {
        return Arrays.stream(letters)
                .mapToObj(letter -> Character.toString(letter) + after)
                .collect(Collectors.joining());
    }

    private static boolean isReadBack(String localPart) {
        Email typed = new Email(localPart + DOMAIN);
        return new Email(typed.value()).equals(typed);
    }

    @Test
    void an_address_that_exceeded_the_limit_in_lower_case_was_stored_and_could_not_be_read() {
        String local = "İ".repeat(200);

        assertThat(Violated.fieldsOf(() -> new Email(local + DOMAIN))).containsExactly("email");
    }

    @ParameterizedTest
    @CsvSource({
        "a@x.org.,a@x.org",
        "a.@x.org,a.@x.org",
        "a@MÜNCHEN.de,a@xn--mnchen-3ya.de",
        "ü@xn--mnchen-3ya.de,ü@xn--mnchen-3ya.de",
        "a@straße.de.,a@straße.de",
        "a@b,a@b",
        "a@.,a@.",
        "a@x..,a@x..",
        "a@x..ü,a@x..ü",
        "a@[127.0.0.1],a@[127.0.0.1]"
    })
    void the_canonical_spelling_has_its_domain_in_ascii_without_the_root(String written, String canonical) {
        Email spelt = new Email(written).canonical();

        assertThat(spelt.value()).isEqualTo(canonical);
        assertThat(spelt.canonical()).isEqualTo(spelt);
    }

    @Test
    void a_domain_that_is_too_long_in_ascii_stays_as_it_is() {
        Email longest = new Email("a@" + "ü.".repeat(120) + "org");

        assertThat(longest.canonical()).isEqualTo(longest);
    }

    @Test
    void the_length_counts_characters_not_halves() {
        Email longest = new Email("😀".repeat(254 - DOMAIN.length()) + DOMAIN);

        assertThat(longest.localPart()).isEqualTo("😀".repeat(242));
        assertThat(Violated.fieldsOf(() -> new Email("x" + longest.value()))).containsExactly("email");
        assertThat(new Email("a@b").localPart()).isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "a@", "@b", "a.b", "a@b@c", "@@@",
                "a b@c.org", "a\u00a0b@c.org", "a\tb@c.org", "a\u0000b@c.org", "a\ud83d@c.org", "\ude00a@c.org",
                "a\u2028@c.org", "a\u3000b@c.org", "a\u200bb@c.org", "a\u00adb@c.org", "a\ufeffb@c.org"
            })
    void a_malformed_address_is_refused(String malformed) {
        assertThat(Violated.fieldsOf(() -> new Email(malformed))).containsExactly("email");
    }
}
