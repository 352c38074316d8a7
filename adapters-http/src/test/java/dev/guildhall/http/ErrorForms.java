package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;

/** Checks the forms of errors (general-11, general-12). */
public final class ErrorForms {
    private ErrorForms() {}

    /** Checks an error of the service that has the route {@code METHOD /base/path}. */
    public static void check(String route, Client.Answer answer) {
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        if (isRpc(route)) {
            checkRpc(answer);
        } else if (isAnthropic(route)) {
            checkAnthropic(answer);
        } else if (isGemini(route)) {
            checkGemini(answer);
        } else if (isOpenAi(route)) {
            checkOpenAi(answer);
        } else if (isCoded(route)) {
            checkCoded(answer);
        } else {
            checkPlain(answer);
        }
    }

    static boolean isCoded(String route) {
        return route.contains(" /api/v1/");
    }

    /** Whether the route uses JSON-RPC. */
    static boolean isRpc(String route) {
        return route.endsWith(" /mcp") || route.contains(" /mcp/");
    }

    /** Whether the route's errors have OpenAI's format. */
    static boolean isOpenAi(String route) {
        return route.contains(" /completion/v1/") || route.contains(" /agent/v1/");
    }

    /** Whether the route's errors have Anthropic's format. */
    static boolean isAnthropic(String route) {
        return route.contains(" /completion/v1/messages");
    }

    /** Whether the route's errors have Google's format. */
    static boolean isGemini(String route) {
        return route.contains(" /completion/v1beta/");
    }

    private static void checkGemini(Client.Answer answer) {
        JsonNode error = answer.json().path("error");
        assertThat(Client.names(answer.json())).isEqualTo("error");
        assertThat(Client.names(error)).isEqualTo("code message status details");
        assertThat(error.get("code").asInt()).isEqualTo(answer.status());
        assertThat(error.get("message").asText()).isNotBlank();
        assertThat(error.get("status").asText()).matches("[A-Z_]+");
    }

    private static void checkAnthropic(Client.Answer answer) {
        JsonNode error = answer.json().path("error");
        assertThat(Client.names(answer.json())).isEqualTo("type error request_id");
        assertThat(answer.text("type")).isEqualTo("error");
        assertThat(Client.names(error)).isEqualTo("type message");
        assertThat(error.get("message").asText()).isNotBlank();
        assertThat(answer.text("request_id")).isEqualTo(answer.header("X-Request-Id"));
    }

    private static void checkOpenAi(Client.Answer answer) {
        JsonNode error = answer.json().path("error");
        assertThat(Client.names(answer.json())).isEqualTo("error");
        assertThat(Client.names(error)).isEqualTo("message type param code");
        assertThat(error.get("message").asText()).isNotBlank();
        assertThat(error.get("type").asText()).isNotBlank();
        assertThat(answer.header("X-Request-Id")).isNotBlank();
    }

    private static void checkRpc(Client.Answer answer) {
        JsonNode error = answer.json().path("error");
        assertThat(Client.names(answer.json())).isEqualTo("jsonrpc id error");
        assertThat(answer.json().get("id").isNull()).isTrue();
        assertThat(Client.names(error)).isEqualTo("code message data");
        assertThat(error.get("code").asInt()).isEqualTo(-32000);
        assertThat(error.get("message").asText()).isNotBlank();
        assertThat(error.at("/data/status").asInt()).isEqualTo(answer.status());
        assertThat(error.at("/data/requestId").asText()).isEqualTo(answer.header("X-Request-Id"));
    }

    private static void checkCoded(Client.Answer answer) {
        JsonNode error = answer.json().path("error");
        assertThat(Client.names(answer.json())).isEqualTo("error");
        assertThat(Client.names(error)).isEqualTo("code message status");
        assertThat(error.get("code").asText()).matches("[A-Z_]+");
        assertThat(error.get("message").asText()).isNotBlank();
        assertThat(error.get("status").asInt()).isEqualTo(answer.status());
    }

    private static void checkPlain(Client.Answer answer) {
        assertThat(Client.names(answer.json())).isEqualTo("error message requestId");
        assertThat(answer.text("error")).isNotBlank();
        assertThat(answer.text("message")).isNotBlank();
        assertThat(answer.text("requestId")).isEqualTo(answer.header("X-Request-Id"));
    }
}
