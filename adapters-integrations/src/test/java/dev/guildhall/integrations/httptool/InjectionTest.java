package dev.guildhall.integrations.httptool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.manifest.Declared;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every value arrives unchanged in its own position, and changes no other part of the request. One API for all values. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InjectionTest {
    private static final int RANDOM_VALUES = 500;
    private static final int MOST_CHARACTERS = 60;
    private static final int LONG = 8000;

    private final Upstream upstream = new Upstream();
    private ToolEndpoint api;
    private int arrived;

    @BeforeAll
    void declare(@TempDir Path directory) {
        api = Declared.api(directory, upstream.address() + "/v1", """
            "headers": {"X-Static": "fixed"},
            "actions": {
              "path": {"description": "d", "method": "GET", "path": "/a/{value}/z.{value2}.json",
                "query": {"fixed": "1"},
                "parameters": {"value": {"type": "string", "in": "path"},
                  "value2": {"type": "string", "in": "path", "default": "x"}}},
              "query": {"description": "d", "method": "GET", "path": "/a", "query": {"fixed": "1"},
                "parameters": {"value": {"type": "string", "in": "query", "as": "q [x]"},
                  "list": {"type": "array", "items": "string", "in": "query"},
                  "map": {"type": "object", "in": "query", "style": "deep"}}},
              "header": {"description": "d", "method": "GET", "path": "/a",
                "parameters": {"value": {"type": "string", "in": "header", "as": "X-Value"}}},
              "json": {"description": "d", "method": "POST", "path": "/a",
                "parameters": {"value": {"type": "string", "in": "body"}, "other": {"type": "string", "in": "body"}},
                "body": {"a": [{"$param": "value"}], "fixed": "1", "other": {"$param": "other"}}},
              "form": {"description": "d", "method": "POST", "path": "/a", "bodyFormat": "form",
                "parameters": {"value": {"type": "string", "in": "body"}, "n": {"type": "integer", "in": "body"}}}
            }
            """);
    }

    @AfterAll
    void close() throws IOException {
        upstream.close();
    }

    @BeforeEach
    void count() {
        arrived = upstream.seen().size();
    }

    static Stream<String> hostile() {
        return Stream.of(
                "../../etc/passwd",
                "..",
                ".",
                "...",
                "%2e%2e",
                "%2e",
                "a/../b",
                "..\\..\\b",
                "%2f..%2f",
                "%252f",
                "a?b=c",
                "a#b",
                "a&fixed=2",
                "a=b;c=d",
                "x;jsessionid=1",
                "//other.example/",
                "http://other.example/",
                "@other.example",
                ":80",
                "a b+c",
                "line\r\nX-Injected: 1",
                "line\nX: 1",
                "\r",
                "\t",
                "null\0byte",
                "\u0001\u001f\u007f",
                "\"quoted\" 'twice' \\",
                "\"}],\"fixed\":\"2\",\"x\":[{\"a\":\"",
                "{\"$param\":\"other\"}",
                "${API_SECRET}",
                "{value2}",
                "{{value}}",
                "%",
                "%zz",
                "%c0%ae%c0%ae",
                "grüße",
                "日本語",
                "😀",
                "\u202e\u200b\ufeff",
                "\u2028\u2029\u0085",
                "．．／",
                "\ud800",
                "a\udc00b",
                "e\u0301",
                " ",
                " leading and trailing ",
                "x".repeat(2000),
                "x".repeat(10_000));
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_value_in_the_path_stays_one_segment(String value) {
        check("path", value, refusedInPath(value), seen -> {
            assertThat(seen.segments()).containsExactly("v1", "a", value, "z.x.json");
            assertThat(seen.query()).containsExactly(Map.entry("fixed", "1"));
        });
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_value_in_a_part_of_a_segment_stays_there(String value) {
        ToolOutcome outcome = api.invoke(Declared.call("api.path", Map.of("value", "v", "value2", value)));

        judge(
                outcome,
                refusedInPath("z." + value),
                seen -> assertThat(seen.segments()).containsExactly("v1", "a", "v", "z." + value + ".json"));
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_value_in_the_query_stays_one_value(String value) {
        check("query", value, refusedInQuery(value), seen -> {
            assertThat(seen.segments()).containsExactly("v1", "a");
            assertThat(seen.query()).containsExactly(Map.entry("fixed", "1"), Map.entry("q [x]", value));
        });
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void elements_and_members_in_the_query_stay_their_own(String value) {
        Map<String, Object> arguments = Map.of("list", List.of(value, "b"), "map", Map.of(value, value));

        ToolOutcome outcome = api.invoke(Declared.call("api.query", arguments));

        judge(
                outcome,
                refusedInQuery(value),
                seen -> assertThat(seen.query())
                        .containsExactly(
                                Map.entry("fixed", "1"),
                                Map.entry("list", value),
                                Map.entry("list", "b"),
                                Map.entry("map[" + value + "]", value)));
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_value_in_a_header_stays_in_its_line(String value) {
        check("header", value, refusedInHeader(value), seen -> {
            assertThat(seen.header("X-Value")).containsExactly(value);
            assertThat(seen.header("X-Static")).containsExactly("fixed");
            assertThat(seen.header("X-Injected")).isEmpty();
        });
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_value_in_a_json_body_stays_one_text(String value) {
        check("json", value, !Text.isWellFormed(value.replace("\0", "")), seen -> {
            assertThat(seen.json().properties()).hasSize(2);
            assertThat(seen.json().at("/fixed").textValue()).isEqualTo("1");
            assertThat(seen.json().at("/a")).hasSize(1);
            assertThat(seen.json().at("/a/0").textValue()).isEqualTo(value);
        });
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_value_in_a_form_stays_one_field(String value) {
        check(
                "form",
                value,
                !Text.isWellFormed(value),
                seen -> assertThat(seen.form()).containsExactly(Map.entry("value", value)));
    }

    @Test
    void random_values_arrive_as_they_are_or_are_refused() {
        Random random = new Random(20260701);
        int before = arrived;

        for (int i = 0; i < RANDOM_VALUES; i++) {
            String value = random(random);

            a_value_in_the_path_stays_one_segment(value);
            a_value_in_the_query_stays_one_value(value);
            elements_and_members_in_the_query_stay_their_own(value);
            a_value_in_a_header_stays_in_its_line(value);
            a_value_in_a_json_body_stays_one_text(value);
            a_value_in_a_form_stays_one_field(value);
        }
        // Query, form and body accept nearly every character.
        assertThat(arrived - before).isGreaterThan(3 * RANDOM_VALUES);
    }

    /** Characters with a special meaning are as frequent as all others together. */
    private static String random(Random random) {
        String special = "/\\.?#%&=;:@+ \"'{}[]$<>\r\n\t\0|^`~!*(),-_";
        StringBuilder value = new StringBuilder();
        int length = 1 + random.nextInt(MOST_CHARACTERS);
        while (value.length() < length) {
            switch (random.nextInt(4)) {
                case 0 -> value.append(special.charAt(random.nextInt(special.length())));
                case 1 -> value.append('%').append("%02x".formatted(random.nextInt(256)));
                case 2 -> value.append((char) ('!' + random.nextInt(94)));
                default -> value.appendCodePoint(random.nextInt(0x110000));
            }
        }
        return value.toString();
    }

    private static boolean refusedInPath(String value) {
        boolean controls = value.chars().anyMatch(c -> c < ' ' || c == 0x7f);
        return controls || value.equals(".") || value.equals("..") || refusedInQuery(value);
    }

    private static boolean refusedInQuery(String value) {
        return !Text.isWellFormed(value) || value.length() > LONG;
    }

    private static boolean refusedInHeader(String value) {
        boolean visible = value.chars().allMatch(c -> c >= ' ' && c < 0x7f);
        return !visible || !value.equals(value.strip()) || value.length() > LONG;
    }

    private interface Check {
        void holds(Seen seen);
    }

    private void check(String action, String value, boolean refused, Check check) {
        judge(api.invoke(Declared.call("api." + action, Map.of("value", value))), refused, check);
    }

    /** Either the value arrived unchanged, or no request was sent and the model got a message. */
    private void judge(ToolOutcome outcome, boolean refused, Check check) {
        if (refused) {
            assertThat(upstream.seen()).hasSize(arrived);
            assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
                assertThat(failure.kind()).isEqualTo(FailureKind.INVALID_ARGUMENTS);
                assertThat(failure.message()).containsPattern("^(value2?|list|map|arguments): .*must |more than");
            });
        } else {
            assertThat(outcome).isEqualTo(new ToolOutcome.Success(Map.of()));
            assertThat(upstream.seen()).hasSize(++arrived);
            check.holds(upstream.last());
        }
    }
}
