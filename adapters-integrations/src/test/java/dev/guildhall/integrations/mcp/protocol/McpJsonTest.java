package dev.guildhall.integrations.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class McpJsonTest {
    @Test
    void id_of_a_response_that_is_too_long_stands_at_one_of_its_ends() {
        String much = "xxx";

        assertThat(McpJson.idOf("{\"jsonrpc\":\"2.0\",\"id\":17,\"result\":\"" + much, much + "\"}"))
                .hasValue(17);
        assertThat(McpJson.idOf("{\"result\":\"" + much, much + "\",\"jsonrpc\":\"2.0\",\"id\":18}"))
                .hasValue(18);
        assertThat(McpJson.idOf("{\"result\":\"" + much, much + "\",\"b\":{\"id\":19}}"))
                .isEmpty();
    }
}
