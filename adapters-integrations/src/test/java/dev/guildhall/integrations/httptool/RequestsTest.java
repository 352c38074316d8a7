package dev.guildhall.integrations.httptool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.manifest.Declared;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestsTest {
    @TempDir
    private Path directory;

    @AutoClose
    private final Upstream upstream = new Upstream();

    private ToolEndpoint api(String rest) {
        return Declared.api(directory, upstream.address(), rest);
    }

    private Seen sent(ToolEndpoint api, String action, Map<String, Object> arguments) {
        assertThat(api.invoke(Declared.call("api." + action, arguments))).isEqualTo(new ToolOutcome.Success(Map.of()));
        return upstream.last();
    }

    @Test
    void numbers_and_truth_values_are_written_one_way_each() {
        ToolEndpoint api = api("""
            "actions": {"get": {"description": "d", "method": "GET", "path": "/n/{n}", "parameters": {
              "n": {"type": "integer", "in": "path"}, "list": {"type": "array", "in": "query"}}}}
            """);
        List<Object> values = List.of(
                true,
                1,
                1L,
                1.0,
                1.50,
                1e21,
                1e-7,
                0.1f,
                new BigDecimal("1E+2"),
                new BigInteger("9".repeat(30)),
                -0.0,
                new BigDecimal("1.10"),
                new BigDecimal("5.00"));

        Seen seen = sent(api, "get", Map.of("n", 7.0, "list", values));

        assertThat(seen.segments()).containsExactly("n", "7");
        assertThat(seen.query().stream().map(Map.Entry::getValue))
                .containsExactly(
                        "true",
                        "1",
                        "1",
                        "1",
                        "1.5",
                        "1000000000000000000000",
                        "0.0000001",
                        "0.1",
                        "100",
                        "9".repeat(30),
                        "0",
                        "1.10",
                        "5");
    }

    @Test
    void a_number_of_a_billion_digits_is_not_written_out() {
        ToolEndpoint api = api("""
            "actions": {"get": {"description": "d", "method": "GET", "path": "/n", "parameters": {
              "n": {"type": "number", "in": "query"}}}}
            """);

        Seen seen = sent(api, "get", Map.of("n", new BigDecimal("1E+1000000000")));

        assertThat(seen.query()).containsExactly(Map.entry("n", "1E+1000000000"));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
    void what_is_no_number_is_refused(double value) {
        ToolEndpoint api = api("""
            "actions": {"get": {"description": "d", "method": "GET", "path": "/n", "parameters": {
              "n": {"type": "number", "in": "query"}}}}
            """);

        ToolOutcome outcome = api.invoke(Declared.call("api.get", Map.of("n", value)));

        assertThat(outcome).isEqualTo(new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, "n: must be a number"));
        assertThat(upstream.seen()).isEmpty();
    }

    @Test
    void lists_are_written_as_the_manifest_says() {
        ToolEndpoint api = api("""
            "actions": {"get": {"description": "d", "method": "GET", "path": "/l/{p}", "parameters": {
              "p": {"type": "array", "in": "path"},
              "repeat": {"type": "array", "in": "query"},
              "comma": {"type": "array", "in": "query", "style": "comma"},
              "space": {"type": "array", "in": "query", "style": "space"},
              "pipe": {"type": "array", "in": "query", "style": "pipe"},
              "json": {"type": "array", "in": "query", "style": "json"},
              "object": {"type": "object", "in": "query", "style": "json"},
              "header": {"type": "array", "in": "header", "as": "X-List"}}}}
            """);
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (String name : List.of("p", "repeat", "comma", "space", "pipe", "json", "header")) {
            arguments.put(name, List.of("a", 1));
        }
        arguments.put("object", Map.of("k", List.of(true)));

        Seen seen = sent(api, "get", arguments);

        assertThat(seen.segments()).containsExactly("l", "a,1");
        assertThat(seen.query())
                .containsExactly(
                        Map.entry("repeat", "a"),
                        Map.entry("repeat", "1"),
                        Map.entry("comma", "a,1"),
                        Map.entry("space", "a 1"),
                        Map.entry("pipe", "a|1"),
                        Map.entry("json", "[\"a\",1]"),
                        Map.entry("object", "{\"k\":[true]}"));
        assertThat(seen.header("X-List")).containsExactly("a,1");
    }

    @Test
    void an_element_cannot_become_two() {
        ToolEndpoint api = api("""
            "actions": {"get": {"description": "d", "method": "GET", "path": "/l", "parameters": {
              "list": {"type": "array", "in": "query", "style": "comma"}}}}
            """);

        ToolOutcome outcome = api.invoke(Declared.call("api.get", Map.of("list", List.of("a", "b,c"))));

        assertThat(outcome)
                .isEqualTo(new ToolOutcome.Failure(
                        FailureKind.INVALID_ARGUMENTS, "list: must have elements without ',', which separates them"));
        assertThat(upstream.seen()).isEmpty();
    }

    @Test
    void defaults_are_sent_and_what_is_left_out_is_not() {
        ToolEndpoint api = api("""
            "actions": {"post": {"description": "d", "method": "POST", "path": "/{p}", "parameters": {
              "p": {"type": "string", "in": "path", "default": "main"},
              "q": {"type": "integer", "in": "query", "default": 5},
              "r": {"type": "string", "in": "query"},
              "h": {"type": "string", "in": "header", "as": "X-H"},
              "b": {"type": "string", "in": "body", "pointer": "/deep/b", "default": "x"},
              "c": {"type": "string", "in": "body", "pointer": "/deep/c~1d"},
              "e": {"type": "string", "in": "body", "pointer": "/gone/e"}}}}
            """);
        Map<String, Object> arguments = new HashMap<>();
        arguments.put("r", null);

        Seen seen = sent(api, "post", arguments);

        assertThat(seen.target()).isEqualTo("/main?q=5");
        assertThat(seen.header("X-H")).isEmpty();
        assertThat(seen.body()).isEqualTo("{\"deep\":{\"b\":\"x\"}}");
        assertThat(seen.header("Content-Type")).containsExactly("application/json");
    }

    @Test
    void null_is_a_value_of_its_own_in_a_body() {
        ToolEndpoint api = api("""
            "actions": {"patch": {"description": "d", "method": "PATCH", "path": "/x", "parameters": {
              "a": {"type": "string", "in": "body"}, "b": {"type": "string", "in": "body"}}}}
            """);
        Map<String, Object> arguments = new HashMap<>();
        arguments.put("a", null);

        assertThat(sent(api, "patch", arguments).body()).isEqualTo("{\"a\":null}");
    }

    @Test
    void a_body_that_is_written_out_keeps_its_shape() {
        ToolEndpoint api = api("""
            "actions": {"post": {"description": "d", "method": "POST", "path": "/x",
              "parameters": {"a": {"type": "array", "in": "body"}, "b": {"type": "string", "in": "body"}},
              "body": {"fixed": {"n": 1, "empty": {}, "none": null}, "list": [{"$param": "a"}, {"x": {"$param": "b"}}],
                       "twice": {"$param": "a"}}}}
            """);

        Seen seen = sent(api, "post", Map.of("a", Arrays.asList(1, null, "x")));

        assertThat(seen.body())
                .isEqualTo(
                        "{\"fixed\":{\"n\":1,\"empty\":{},\"none\":null},\"list\":[[1,null,\"x\"]],\"twice\":[1,null,\"x\"]}");
    }

    @Test
    void one_parameter_can_be_the_whole_body() {
        ToolEndpoint api = api("""
            "actions": {"put": {"description": "d", "method": "PUT", "path": "/x",
              "parameters": {"all": {"type": "array", "in": "body", "pointer": ""}}}}
            """);

        assertThat(sent(api, "put", Map.of("all", List.of(1, 2))).body()).isEqualTo("[1,2]");
        assertThat(sent(api, "put", Map.of()).body()).isEmpty();
    }

    @Test
    void a_form_repeats_lists_and_leaves_null_out() {
        ToolEndpoint api = api("""
            "actions": {"post": {"description": "d", "method": "POST", "path": "/x", "bodyFormat": "form",
              "parameters": {"l": {"type": "array", "in": "body"}, "o": {"type": "object", "in": "body"},
                             "n": {"type": "number", "in": "body"}}}}
            """);

        Seen seen = sent(api, "post", Map.of("l", Arrays.asList("a b", null, true), "o", Map.of("k", 1), "n", 2.50));

        assertThat(seen.header("Content-Type")).containsExactly("application/x-www-form-urlencoded");
        assertThat(seen.form())
                .containsExactly(
                        Map.entry("l", "a b"),
                        Map.entry("l", "true"),
                        Map.entry("o", "{\"k\":1}"),
                        Map.entry("n", "2.5"));
    }

    @Test
    void headers_of_an_action_take_the_place_of_the_apis() {
        ToolEndpoint api = api("""
            "headers": {"Accept": "application/json", "X-Key": {"env": "API_SECRET"}},
            "actions": {"get": {"description": "d", "method": "GET", "path": "/x", "headers": {"accept": "text/csv"}}}
            """);

        Seen seen = sent(api, "get", Map.of());

        assertThat(seen.header("Accept")).containsExactly("text/csv");
        assertThat(seen.header("X-Key")).containsExactly("static-secret");
    }

    @Test
    void an_upstream_that_knows_idempotency_keys_is_given_that_of_the_execution() {
        ToolEndpoint api = api("""
            "actions": {"post": {"description": "d", "method": "POST", "path": "/x", "idempotencyKey": "Idempotency-Key"}}
            """);
        ToolInvocation call = Declared.call("api.post", Map.of());
        upstream.answers(Upstream.response("503 Later", "", ""));

        api.invoke(call);

        assertThat(upstream.seen())
                .hasSize(3)
                .allSatisfy(seen -> assertThat(seen.header("Idempotency-Key"))
                        .containsExactly(call.idempotencyKey().value()));
    }

    @Test
    void only_what_may_be_sent_twice_is() {
        ToolEndpoint api = api("""
            "actions": {
              "get": {"description": "d", "method": "GET", "path": "/get"},
              "once": {"description": "d", "method": "PUT", "path": "/once", "idempotent": false},
              "post": {"description": "d", "method": "POST", "path": "/post"},
              "again": {"description": "d", "method": "POST", "path": "/again", "idempotent": true}}
            """);
        upstream.answers(Upstream.response("502 Bad Gateway", "", ""));

        for (String action : List.of("get", "once", "post", "again")) {
            api.invoke(Declared.call("api." + action, Map.of()));
        }

        assertThat(upstream.seen().stream().map(Seen::target))
                .containsExactly("/get", "/get", "/get", "/once", "/post", "/again", "/again", "/again");
    }

    @Test
    void a_body_beyond_the_bound_is_not_sent() {
        ToolEndpoint api = api("""
            "actions": {"post": {"description": "d", "method": "POST", "path": "/x",
              "parameters": {"a": {"type": "string", "in": "body"}}}}
            """);

        ToolOutcome outcome = api.invoke(Declared.call("api.post", Map.of("a", "x".repeat(HttpToolLimits.BODY_BYTES))));

        assertThat(outcome)
                .isEqualTo(new ToolOutcome.Failure(
                        FailureKind.INVALID_ARGUMENTS,
                        "arguments: lead to a body of more than 1048576 bytes; send less"));
        assertThat(upstream.seen()).isEmpty();
    }

    @Test
    void a_tool_of_another_integration_is_unknown() {
        ToolEndpoint api =
                api("\"actions\": {\"get\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\"}}");

        ToolOutcome outcome = api.invoke(Declared.call("api.other", Map.of()));

        assertThat(outcome).isEqualTo(new ToolOutcome.Failure(FailureKind.UNKNOWN_TOOL, "there is no tool api.other"));
    }
}
