package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.account.AccountErrors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {
    private static final Endpoint NOTHING = exchange -> {};

    private final Router router = new Router(List.of(
            mount("/api/v1", Route.get("/tools", Access.BEARER, NOTHING)),
            mount("/api/v1", Route.post("/tools/search", Access.BEARER, NOTHING)),
            mount("/api/v1", Route.get("/tools/{id}", Access.BEARER, NOTHING)),
            mount("/api/v1", Route.get("/tools/mine", Access.BEARER, NOTHING)),
            mount("/api/v1", Route.delete("/groups/{id}/members/{profileId}", Access.BEARER, NOTHING)),
            mount("/api/v1", Route.get("/runs/{id}/files", Access.BEARER, NOTHING)),
            mount("/api/v1", Route.get("/runs/{id}/files/{name...}", Access.BEARER, NOTHING)),
            mount("/api/v1", Route.get("/runs/{id}/files/index", Access.BEARER, NOTHING)),
            mount("/api/v1", Route.get("/runs/{id}/files/{name}/size", Access.BEARER, NOTHING)),
            mount("/v1", Route.post("/models/{model...}:ask", Access.BEARER, NOTHING)),
            mount("/v1", Route.post("/models/{model...}:count", Access.BEARER, NOTHING)),
            mount("", Route.get("/", Access.PUBLIC, NOTHING)),
            mount("/mcp", Route.post("", Access.BEARER, NOTHING))));

    private static Mount mount(String base, Route route) {
        return Mount.of(Service.TOOLS, base, List.of(route), new AccountErrors());
    }

    private Optional<String> label(String method, String path) {
        return router.find(method, path).map(Router.Found::label);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /api/v1/tools, GET /api/v1/tools",
        "GET, /api/v1/tools/, GET /api/v1/tools",
        "HEAD, /api/v1/tools, GET /api/v1/tools",
        "POST, /api/v1/tools/search, POST /api/v1/tools/search",
        "GET, /api/v1/tools/search, GET /api/v1/tools/{id}",
        "GET, /api/v1/tools/tool_1/, GET /api/v1/tools/{id}",
        "DELETE, /api/v1/groups/a/members/b, DELETE /api/v1/groups/{id}/members/{profileId}",
        "GET, /api/v1/runs/r/files, GET /api/v1/runs/{id}/files",
        "GET, /api/v1/runs/r/files/, GET /api/v1/runs/{id}/files",
        "GET, /api/v1/runs/r/files/index, GET /api/v1/runs/{id}/files/index",
        "GET, /api/v1/runs/r/files/a/size, GET /api/v1/runs/{id}/files/{name}/size",
        "GET, /api/v1/runs/r/files/a, GET /api/v1/runs/{id}/files/{name...}",
        "HEAD, /api/v1/runs/r/files/a/b/c, GET /api/v1/runs/{id}/files/{name...}",
        "POST, /v1/models/a:ask, POST /v1/models/{model...}:ask",
        "POST, /v1/models/a/b:1:count, POST /v1/models/{model...}:count",
        "GET, /, GET /",
        "POST, /mcp, POST /mcp",
        "POST, /mcp/, POST /mcp",
    })
    void a_path_finds_its_route(String method, String path, String route) {
        assertThat(label(method, path)).hasValue(route);
    }

    @Test
    void a_path_without_parameters_comes_before_one_with_them() {
        assertThat(label("GET", "/api/v1/tools/mine")).hasValue("GET /api/v1/tools/mine");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1",
                "/api/v1/Tools",
                "/api/v1//tools",
                "/api/v1/tools//",
                "/api/v1/tools/a/b",
                "/api/v1/tools%2Fa",
                "/x/api/v1/tools",
                "/api/v1/groups//members/b",
                "api/v1/tools",
            })
    void other_paths_find_nothing(String path) {
        assertThat(label("GET", path)).isEmpty();
        assertThat(label("DELETE", path)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "get", "OPTIONS", "TRACE", "", "GE", "GET /api"})
    void other_methods_find_nothing(String method) {
        assertThat(label(method, "/api/v1/tools")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "tool_1, tool_1",
        "a%2Fb, a/b",
        "a%20b, 'a b'",
        "a+b, a+b",
        "%C3%A9, é",
        "%zz, %zz",
        "%, %",
        "..%2f.., ../..",
        "{id}, {id}",
    })
    void parameters_are_decoded_once(String sent, String value) {
        assertThat(router.find("GET", "/api/v1/tools/" + sent).map(Router.Found::parameters))
                .hasValue(Map.of("id", value));
    }

    @ParameterizedTest
    @CsvSource({
        "a, a",
        "a/b/c.html, a/b/c.html",
        "a%2Fb/c%20d, a/b/c d",
        "a//b, a//b",
        "%zz/%41, %zz/A",
        "..%2f../x, ../../x",
    })
    void the_last_parameter_can_take_the_rest_of_the_path(String sent, String name) {
        assertThat(router.find("GET", "/api/v1/runs/r/files/" + sent).map(Router.Found::parameters))
                .hasValue(Map.of("id", "r", "name", name));
    }

    @Test
    void several_parameters_come_by_their_names() {
        assertThat(router.find("DELETE", "/api/v1/groups/g/members/m").map(Router.Found::parameters))
                .hasValue(Map.of("id", "g", "profileId", "m"));
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/tools, 'GET, HEAD'",
        "/api/v1/tools/search/, 'GET, HEAD, POST'",
        "/api/v1/groups/a/members/b, DELETE",
        "/api/v1/groups//members/b, ''",
        "/nope, ''",
    })
    void a_path_tells_the_methods_that_it_answers(String path, String methods) {
        assertThat(String.join(", ", router.methodsOf(path))).isEqualTo(methods);
    }
}
