package dev.guildhall.ports.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.Violated;
import dev.guildhall.ports.group.GroupDescription;
import dev.guildhall.ports.group.GroupName;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DisplayNameTest {
    @Test
    void a_name_is_trimmed_and_otherwise_kept() {
        assertThat(new DisplayName("\t Ada  Łovelace\u3000").value()).isEqualTo("Ada  Łovelace");
    }

    @Test
    void the_length_counts_characters_not_halves() {
        String longest = "👋".repeat(100);

        assertThat(new DisplayName(longest).value()).isEqualTo(longest);
        assertThat(Violated.fieldsOf(() -> new DisplayName(longest + "a"))).containsExactly("displayName");
    }

    @Test
    void a_name_with_a_bidirectional_override_or_isolate_is_refused_wherever_that_stands() {
        Random random = new Random(12);
        int[] controls = IntStream.concat(IntStream.rangeClosed(0x202A, 0x202E), IntStream.rangeClosed(0x2066, 0x2069))
                .toArray();
        for (int round = 0; round < 500; round++) {
            String plain = "Ada עדה " + random.nextInt();
            String control = Character.toString(controls[random.nextInt(controls.length)]);
            String turned = new StringBuilder(plain)
                    .insert(random.nextInt(plain.length()), control)
                    .toString();

            assertThat(new DisplayName(plain).value()).isEqualTo(plain);
            assertThat(Violated.fieldsOf(() -> new DisplayName(turned))).containsExactly("displayName");
            assertThat(Violated.fieldsOf(() -> new GroupName(turned))).containsExactly("name");
            assertThat(Violated.fieldsOf(() -> new GroupDescription(turned))).containsExactly("description");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u200b", "\u200b \u200d", "\u200e\u200f", "\u2800", "\ufe0f",
                "\u034f", "\u00ad", "\u180b\u180e", "\u2060\ufeff", "\udb40\udd00"
            })
    void a_name_of_invisible_characters_alone_is_refused_like_a_blank_one(String invisible) {
        assertThat(Violated.fieldsOf(() -> new DisplayName(invisible))).containsExactly("displayName");
        assertThat(Violated.fieldsOf(() -> new GroupName(invisible))).containsExactly("name");
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0x0378, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x206A, 0x206F, 0x3164, 0xE000, 0xFFA0, 0xFFF9, 0xFFFF, 0x50000,
                0xE0001, 0xE0041, 0xE007F, 0xF0000
            })
    void a_name_with_a_filler_a_tag_or_a_character_without_a_meaning_is_refused(int character) {
        String name = "A" + Character.toString(character) + "da";

        assertThat(Violated.fieldsOf(() -> new DisplayName(name))).containsExactly("displayName");
        assertThat(Violated.fieldsOf(() -> new GroupName(name))).containsExactly("name");
        assertThat(Violated.fieldsOf(() -> new GroupDescription(name))).containsExactly("description");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "👩‍💻 Ada",
                "❤️",
                "\ud83c\udff4\udb40\udc67\udb40\udc62\udb40\udc73\udb40\udc63\udb40\udc74\udb40\udc7f",
                "علی\u200cرضا",
                "\u200fעדה (Ada)\u200e",
                "葛\udb40\udd00城",
                "👩🏽‍🚀",
                "❤️‍🔥",
                "1️⃣ Ada",
                "مَ\u200cن",
                "क्\u200dष",
                "ភាសា\u200bខ្មែរ"
            })
    void a_name_keeps_what_its_script_needs(String name) {
        assertThat(DisplayName.parse(name).value()).isEqualTo(name);
        assertThat(GroupName.parse(name).value()).isEqualTo(name);
        assertThat(new DisplayName(name).value()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Ada", "Αδα", "Ада", "Ada 2", "A.", "É", "Ada –", "e\u0301"})
    void a_new_name_has_no_character_that_is_not_shown_where_no_script_needs_it(String name) {
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(c -> Text.isInvisible(c) && hasMeaning(c))
                .mapToObj(Character::toString)
                .flatMap(hidden -> Stream.of(name + hidden + "x", "x" + hidden + name))
                .forEach(other -> {
                    assertThat(Violated.fieldsOf(() -> DisplayName.parse(other)))
                            .containsExactly("displayName");
                    assertThat(Violated.fieldsOf(() -> GroupName.parse(other))).containsExactly("name");
                });
    }

    private static boolean hasMeaning(int c) {
        return switch (Character.getType(c)) {
            case Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    @Test
    void a_stored_name_stays_readable() {
        assertThat(new DisplayName("A\u200bda").value()).isEqualTo("A\u200bda");
        assertThat(new GroupName("A\u200bda").value()).isEqualTo("A\u200bda");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n ", "a\nb", "a\u0000b", "a\u0085b", "a\u2028b", "a\u2029b", "\ud83d", "a\ude00b"})
    void a_malformed_line_of_text_is_refused(String malformed) {
        assertThat(Violated.fieldsOf(() -> new DisplayName(malformed))).containsExactly("displayName");
    }
}
