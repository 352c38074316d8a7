package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainIT {
    @TempDir
    private Path folder;

    private Map<String, String> settings() {
        return Map.of(
                "GUILDHALL_DATA_DIR", folder.resolve("data").toString(),
                "GUILDHALL_PORT", "0",
                "GUILDHALL_EMBEDDINGS", "off");
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

    private static long postgresOf(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(folder.toString()))
                .count();
    }

    @Test
    void a_second_start_on_a_used_port_or_a_locked_directory_says_so_in_one_line_and_exits_with_1() {
        try (ServerProcess running = ServerProcess.start(folder, settings())) {
            String port = running.root().replaceFirst(".*:", "");

            MainRun sameFolder = MainRun.of(folder, settings());
            MainRun samePort = MainRun.of(
                    folder, Map.of("GUILDHALL_DATA_DIR", folder.resolve("other").toString(), "GUILDHALL_PORT", port));

            assertThat(sameFolder.status()).isEqualTo(1);
            assertThat(sameFolder.errorLines()).singleElement().asString().contains("in use by another process");
            assertThat(samePort.status()).isEqualTo(1);
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
    void a_server_that_is_told_to_stop_logs_why_it_stops_and_that_it_has() {
        Map<String, String> settings = Map.of(
                "GUILDHALL_DATABASE_URL", "memory",
                "GUILDHALL_PORT", "0",
                "GUILDHALL_EMBEDDINGS", "off",
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
