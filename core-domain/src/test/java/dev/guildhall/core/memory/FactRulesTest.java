package dev.guildhall.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FactRulesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "My name is Ada.",
                "I'm allergic to peanuts.",
                "I am severely allergic to peanuts!",
                "Peanuts make me ill.",
                "I can't eat shellfish.",
                "I live in Berlin.",
                "I recently moved to Lisbon.",
                "I'm living in Oslo",
                "I work as a nurse.",
                "I'm a vegetarian.",
                "I prefer tea to coffee.",
                "My favourite colour is green.",
                "My dog is called Rex.",
                "I have two kids.",
                "Remember that the launch is on Friday.",
                "I’m 36 years old.",
                "My birthday is on 10 December.",
            })
    void lasting_statements_are_facts(String said) {
        assertThat(contents(said)).containsExactly(said.replace('\u2019', '\''));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Am I allergic to peanuts?",
                "What do I like?",
                "If I live in Berlin, which tram do I take?",
                "Imagine I am a pirate.",
                "Maybe I like tea.",
                "I am tired.",
                "I am a bit tired.",
                "I want a pizza now.",
                "Write me a poem.",
                "The weather is nice.",
                "He is allergic to peanuts.",
                "Remember it!",
                "Please remember that.",
                "Don't forget me!",
                "",
            })
    void questions_assumptions_and_passing_states_are_no_facts(String said) {
        assertThat(contents(said)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Remember that my password is hunter2.",
                "My name is sk-proj-abcdefgh12345678.",
                "I use the API key abc.",
                "I own the card 4111 1111 1111 1111.",
                "I use a1b2c3d4e5f6a7b8c9d0e1f2a3b4 for signing.",
                "Remember my PIN: 1234",
            })
    void secrets_are_left_out(String said) {
        assertThat(contents(said)).isEmpty();
    }

    @Test
    void facts_are_found_among_other_sentences() {
        assertThat(contents("Hi, my name is Ada. What is 2+2? By the way, I live in London.\nThanks!"))
                .containsExactly("my name is Ada.", "I live in London.");
    }

    @Test
    void two_facts_in_one_sentence_are_two() {
        assertThat(contents("My name is Ada and I live in Berlin."))
                .containsExactly("My name is Ada", "I live in Berlin.");
        assertThat(contents("I live in Berlin; my dog is called Rex, and I like tea and coffee."))
                .containsExactly("I live in Berlin", "my dog is called Rex", "I like tea and coffee.");
        assertThat(contents("I like bread and butter.")).containsExactly("I like bread and butter.");
        assertThat(contents("My name is Ada and where do I live?")).isEmpty();
    }

    @Test
    void there_is_one_favourite_of_each_kind() {
        assertThat(FactRules.in("My favourite food is sushi.").getFirst().topic())
                .isEqualTo(FactRules.in("my favorite Food is pizza").getFirst().topic())
                .contains("favourite food");
        assertThat(FactRules.in("My favourite drink is tea.").getFirst().topic())
                .contains("favourite drink");
    }

    @Test
    void a_message_has_a_limited_number_of_facts_without_repeats() {
        String many = IntStream.range(0, 20)
                .mapToObj(i -> "I like tea number " + i + ".")
                .collect(Collectors.joining(" "));

        assertThat(contents(many)).hasSize(FactRules.MOST);
        assertThat(contents("I like tea. I like TEA!")).containsExactly("I like tea.");
    }

    @Test
    void a_topic_has_only_one_valid_fact() {
        assertThat(FactRules.in("I live in Berlin.").getFirst().topic())
                .isEqualTo(FactRules.in("I moved to Paris.").getFirst().topic())
                .isPresent();
        assertThat(FactRules.in("I always walk to work.").getFirst().topic()).isEmpty();
    }

    @Test
    void long_texts_without_sentence_ends_are_ignored() {
        assertThat(contents("I like " + "a".repeat(100_000))).isEmpty();
        assertThat(contents("so ".repeat(100_000))).isEmpty();
    }

    private static List<String> contents(String said) {
        return FactRules.in(said).stream().map(StatedFact::content).toList();
    }
}
