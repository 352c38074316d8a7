package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainIT {
    @TempDir
    private Path folder;

    private Map<String, String> settings() {
        return Map.of("GUILDHALL_DATA_DIR", folder.resolve("data").toString(), "GUILDHALL_PORT", "0");
    }

    @Test
    void a_chat_survives_the_killing_of_the_server_in_the_middle_of_an_answer() {
        ServerProcess first = ServerProcess.start(folder, settings());
        Web ada = new Web(first.address("account"));
        ada.register();
        String agent = first.address("agent") + "/api/chat";
        JsonNode reply = ada.post(agent, ada.question("What is 12*12? Use the calculator.", ""));
        String chatId = reply.get("chatId").asText();
        String more = ",\"stream\":true,\"model\":\"demo-slow\",\"chatId\":\"" + chatId + "\"";
        ada.beginningOf(agent, ada.question("Count to 500", more), "5");
        first.kill();

        try (ServerProcess second = ServerProcess.start(folder, settings())) {
            Web again = new Web(second.address("account"));
            again.signIn();
            String chat = second.address("agent") + "/api/chat/" + chatId + "?userId=" + again.userId();

            JsonNode conversation = again.get(chat);

            assertThat(reply.at("/message/content").asText()).contains("144");
            assertThat(reply.get("toolsUsed").toString()).isEqualTo("[\"builtin.calculate\"]");
            assertThat(conversation.at("/messages").findValuesAsText("role")).startsWith("user", "assistant", "user");
            assertThat(conversation.at("/messages/1/toolCalls/0/data/result").asInt())
                    .isEqualTo(144);
            assertThat(conversation.at("/messages/2/content").asText()).isEqualTo("Count to 500");
            assertThat(again.post(
                                    second.address("agent") + "/api/chat",
                                    again.question("What did I ask?", ",\"chatId\":\"" + chatId + "\""))
                            .at("/message/content")
                            .asText())
                    .contains("12*12");
        }
        assertThat(postgresOf(folder)).isZero();
    }

    @Test
    void every_listener_of_a_node_documents_all_services_of_the_node() {
        Map<String, String> settings = new HashMap<>(settings());
        settings.put("GUILDHALL_DATABASE_URL", "memory");
        settings.put("GUILDHALL_AGENT_PORT", "0");
        try (ServerProcess running = ServerProcess.start(folder, settings)) {
            String agent = running.address("agent");
            String main = running.address("completion").replace("/completion", "");
            Web anonymous = new Web(main);

            assertThat(anonymous
                            .get(main + "/openapi/agent.json")
                            .at("/servers/0/url")
                            .asText())
                    .isEqualTo(agent);
            assertThat(anonymous
                            .get(agent + "/openapi/agent.json")
                            .at("/servers/0/url")
                            .asText())
                    .isEqualTo("/");
            assertThat(anonymous
                            .get(agent + "/openapi/account.json")
                            .at("/servers/0/url")
                            .asText())
                    .isEqualTo(running.address("account"));
        }
    }

    private static long postgresOf(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(folder.toString()))
                .count();
    }

    @Test
    void a_second_start_on_a_used_port_or_a_locked_directory_says_so_in_one_line_and_exits_with_1() {
        try (ServerProcess running = ServerProcess.start(folder, settings())) {
            String port = running.root().replaceFirst(".*:", "");

            ServerProcess sameFolder = ServerProcess.launch(folder, settings());
            ServerProcess samePort = ServerProcess.launch(
                    folder, Map.of("GUILDHALL_DATA_DIR", folder.resolve("other").toString(), "GUILDHALL_PORT", port));

            assertThat(sameFolder.awaitExit()).isEqualTo(1);
            assertThat(sameFolder.errorLines()).singleElement().asString().contains("in use by another process");
            assertThat(samePort.awaitExit()).isEqualTo(1);
            assertThat(samePort.errorLines()).singleElement().asString().contains("cannot listen on", port);
        }
    }

    @Test
    void a_bad_configuration_is_said_in_a_line_each_and_exits_with_1() {
        ServerProcess failed = ServerProcess.launch(
                folder, Map.of("GUILDHALL_PORTT", "1", "GUILDHALL_EMBEDDINGS", "magic", "GUILDHALL_PORT", "0"));

        assertThat(failed.awaitExit()).isEqualTo(1);
        assertThat(failed.errorLines())
                .hasSize(2)
                .anyMatch(line -> line.contains("did you mean GUILDHALL_PORT?"))
                .anyMatch(line -> line.contains("must be one of local, provider, off"));
    }

    @Test
    void services_run_in_memory_on_ports_of_their_own() {
        Map<String, String> settings = Map.of(
                "GUILDHALL_DATABASE_URL", "memory",
                "GUILDHALL_PORT", "0",
                "GUILDHALL_SERVICES", "account,completion",
                "GUILDHALL_COMPLETION_PORT", "0");
        try (ServerProcess server = ServerProcess.start(folder, settings)) {
            Web ada = new Web(server.address("account"));
            ada.register();
            String completion = server.address("completion");

            JsonNode answer =
                    ada.post(completion + "/api/chat", "{\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}");

            assertThat(completion).doesNotContain("/completion").isNotEqualTo(server.root());
            assertThat(answer.get("content").asText()).isNotEmpty();
            assertThat(ada.statusOf(server.root() + "/completion/api/models")).isEqualTo(404);
            assertThat(ada.statusOf(server.root() + "/agent/api/tools")).isEqualTo(404);
            assertThat(ada.statusOf(completion + "/health/ready")).isEqualTo(200);
            assertThat(ada.statusOf(completion + "/v1/models")).isEqualTo(200);
            assertThat(ada.statusOf(completion + "/api/usage")).isEqualTo(200);
        }
    }

    @Test
    void a_server_that_is_told_to_stop_logs_why_it_stops_and_that_it_has() {
        Map<String, String> settings = Map.of(
                "GUILDHALL_DATABASE_URL", "memory",
                "GUILDHALL_PORT", "0",
                "GUILDHALL_SERVICES", "account,orchestration");
        ServerProcess server = ServerProcess.start(folder, settings);

        server.close();

        assertThat(server.printed())
                .containsPattern("INFO +ProcessExit the server is stopping: SIGTERM")
                .containsPattern("INFO +ProcessExit the server has stopped")
                .containsPattern(
                        "\\n  account       http:[^\\n]+\\n  orchestration http:[^\\n]+\\n  docs          http:");
    }
}
