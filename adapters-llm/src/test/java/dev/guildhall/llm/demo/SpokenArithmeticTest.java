package dev.guildhall.llm.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpokenArithmeticTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        What is 12*12? Use the calculator.       | 12*12
        What is 12 * 12?                         | 12*12
        12 times 12                              | 12*12
        Please tell me 7 plus 8 minus 2          | 7+8-2
        How much is 144 divided by 12?           | 144/12
        What is 1/0?                             | 1/0
        what's 1000-200                          | 1000-200
        10 - 4                                   | 10-4
        15% of 200                               | 15/100*200
        What is 15 percent of 200, please?       | 15/100*200
        2 ** 10                                  | 2^10
        Calculate (2+3)*4.                       | (2+3)*4
        What is 3 × 4 ÷ 2?                       | 3*4/2
        compute -5 + 3                           | -5+3
        What is 2 * -3?                          | 2*-3
        sqrt(16) + 1                             | sqrt(16)+1
        What is 1,000 + 2,500.50?                | 1000+2500.50
        What is 12x12?                           | 12*12
        Wieviel ist 6*7?                         | 6*7
        The bill: $12.50 + $3.20                 | 12.50+3.20
        1 + 1 = 2, is it not?                    | 1+1
        ((1+2)*3                                 | (1+2)*3
        2 to the power of 8                      | 2^8
        What is 9^9^9?                           | 9^9^9
        """)
    void arithmetic_is_found_in_a_sentence(String sentence, String expression) {
        List<String> found = SpokenArithmetic.in(sentence);

        assertThat(found).containsExactly(expression);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What happened on 2024-05-01?",
                "We meet on 12/05/2024 or 1.6.2025.",
                "Call me at 555-1234.",
                "Call me at +49 30 1234567 or +1 (555) 123-4567.",
                "555-1234",
                "My number is 030-555-1234-99, what is it?",
                "What is covid-19?",
                "Upgrade from version 1.2.3 to 2.0.0-rc.1, please.",
                "Is v2.5 + docs out?",
                "Open 24/7 from 9:00 - 17:30",
                "I ate 1/2 of it",
                "Read pages 10-20.",
                "A 1920x1080 screen",
                "10% of users and 50% off",
                "ISBN 978-3-16-148410-0",
                "There are 3 apples and 4 pears.",
                "- 3 items\n- 4 items",
                "* 5 things",
                "**bold** and 2 ** stars",
                "Room 007 at 192.168.0.1/24",
                "C++ 11 and F-16",
                "",
                "+ - * /",
                "42"
            })
    void other_numbers_are_not_arithmetic(String sentence) {
        List<String> found = SpokenArithmetic.in(sentence);

        assertThat(found).isEmpty();
    }

    @Test
    void two_questions_are_two_expressions() {
        List<String> found = SpokenArithmetic.in("What is 2+2 and what is 3*7?");

        assertThat(found).containsExactly("2+2", "3*7");
    }
}
