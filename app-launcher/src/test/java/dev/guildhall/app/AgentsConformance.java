package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Coding agents in sessions of three turns: in each they read and write a file with their own tools. */
@Timeout(600)
class AgentsConformance {
    private static final int TURNS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path folder;

    /** What an agent needs to know. */
    private record Access(String root, String key, String model, Path home, Path work) {
        String completion() {
            return root + "/completion";
        }
    }

    /** A coding agent. */
    private enum Agent {
        CLAUDE_CODE {
            @Override
            List<String> command(NpmPrograms programs, Access access, int turn, String prompt) {
                String program = programs.module("@anthropic-ai/claude-code-linux-x64/claude");
                Stream<String> session = turn == 1 ? Stream.of() : Stream.of("-c");
                return joined(
                        Stream.of(program, "-p", "--model", access.model(), "--dangerously-skip-permissions"),
                        session,
                        Stream.of(prompt));
            }

            @Override
            Map<String, String> environment(Access access) {
                return Map.of(
                        "ANTHROPIC_BASE_URL",
                        access.completion(),
                        "ANTHROPIC_AUTH_TOKEN",
                        access.key(),
                        "IS_SANDBOX",
                        "1");
            }
        },
        CODEX {
            @Override
            void configure(Access access) throws Exception {
                Files.writeString(
                        Files.createDirectories(access.home().resolve(".codex")).resolve("config.toml"),
                        """
                        model = "%s"
                        model_provider = "guildhall"
                        [model_providers.guildhall]
                        name = "Guildhall"
                        base_url = "%s/v1"
                        env_key = "GUILDHALL_KEY"
                        wire_api = "responses"
                        """.formatted(access.model(), access.completion()));
            }

            @Override
            List<String> command(NpmPrograms programs, Access access, int turn, String prompt) {
                Stream<String> session = turn == 1 ? Stream.of("exec") : Stream.of("exec", "resume", "--last");
                return joined(
                        Stream.of(programs.node(), programs.module("@openai/codex/bin/codex.js")),
                        session,
                        Stream.of("--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", prompt));
            }

            @Override
            Map<String, String> environment(Access access) {
                return Map.of("GUILDHALL_KEY", access.key());
            }
        },
        GEMINI_CLI {
            @Override
            void configure(Access access) throws Exception {
                Files.writeString(
                        Files.createDirectories(access.home().resolve(".gemini"))
                                .resolve("settings.json"),
                        "{\"security\":{\"auth\":{\"selectedType\":\"gemini-api-key\"}}}");
            }

            @Override
            List<String> command(NpmPrograms programs, Access access, int turn, String prompt) {
                Stream<String> session = turn == 1 ? Stream.of() : Stream.of("--resume", "latest");
                return joined(
                        Stream.of(programs.node(), programs.module("@google/gemini-cli/bundle/gemini.js"), "--yolo"),
                        session,
                        Stream.of("-p", prompt));
            }

            @Override
            Map<String, String> environment(Access access) {
                return Map.of(
                        "GOOGLE_GEMINI_BASE_URL", access.completion(),
                        "GEMINI_API_KEY", access.key(),
                        "GEMINI_MODEL", access.model(),
                        "GEMINI_CLI_TRUST_WORKSPACE", "true");
            }
        },
        QWEN_CODE {
            @Override
            List<String> command(NpmPrograms programs, Access access, int turn, String prompt) {
                Stream<String> session = turn == 1 ? Stream.of() : Stream.of("--continue");
                return joined(
                        Stream.of(
                                programs.node(),
                                programs.module("@qwen-code/qwen-code/cli.js"),
                                "--auth-type",
                                "openai",
                                "--yolo"),
                        session,
                        Stream.of("-p", prompt));
            }

            @Override
            Map<String, String> environment(Access access) {
                return Map.of(
                        "OPENAI_BASE_URL", access.completion() + "/v1",
                        "OPENAI_API_KEY", access.key(),
                        "OPENAI_MODEL", access.model());
            }
        },
        OPENCODE {
            @Override
            void configure(Access access) throws Exception {
                Files.writeString(access.work().resolve("opencode.json"), """
                    {"$schema": "https://opencode.ai/config.json", "model": "guildhall/%1$s", "small_model": "guildhall/%1$s",
                     "permission": {"edit": "allow", "bash": "allow"},
                     "provider": {"guildhall": {"npm": "@ai-sdk/openai-compatible", "name": "Guildhall",
                       "options": {"baseURL": "%2$s/v1", "apiKey": "%3$s"}, "models": {"%1$s": {"name": "%1$s"}}}}}
                    """.formatted(
                                access.model(), access.completion(), access.key()));
            }

            @Override
            List<String> command(NpmPrograms programs, Access access, int turn, String prompt) {
                Stream<String> session = turn == 1 ? Stream.of() : Stream.of("--continue");
                return joined(
                        Stream.of(programs.module("opencode-linux-x64/bin/opencode"), "run"),
                        session,
                        Stream.of(prompt));
            }

            @Override
            Map<String, String> environment(Access access) {
                return Map.of();
            }
        };

        /** Writes the files that it reads its settings from. */
        void configure(Access access) throws Exception {}

        abstract List<String> command(NpmPrograms programs, Access access, int turn, String prompt);

        abstract Map<String, String> environment(Access access);
    }

    private static List<String> joined(Stream<String> program, Stream<String> session, Stream<String> prompt) {
        return Stream.of(program, session, prompt).flatMap(words -> words).toList();
    }

    static Stream<Arguments> sessions() {
        return Stream.of(Agent.values())
                .flatMap(agent -> Stream.of("openai", "anthropic").map(provider -> Arguments.of(agent, provider)));
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void an_agent_works_through_a_session(Agent agent, String provider) throws Exception {
        Path work = Files.createDirectories(folder.resolve("work"));
        Files.writeString(work.resolve("a.txt"), "the text of a.txt");
        try (NpmPrograms programs = NpmPrograms.in(folder);
                RunningServer server = server(provider, programs.serve("provider.mjs", "0", work.toString()))) {
            Web ada = new Web(server.root() + "/api/v1");
            ada.register();
            String key = ada.post(server.root() + "/api/v1/keys", "{\"name\":\"agents\"}")
                    .get("key")
                    .asText();
            Path home = Files.createDirectories(folder.resolve("home"));
            Access access = new Access(server.root(), key, "scripted", home, work);
            agent.configure(access);
            Map<String, String> environment = new HashMap<>(agent.environment(access));
            environment.put("HOME", home.toString());

            for (int turn = 1; turn <= TURNS; turn++) {
                String prompt = "This is turn " + turn + ": read a.txt, then write b" + turn + ".txt";
                String printed =
                        programs.run(work, environment, PATIENCE, agent.command(programs, access, turn, prompt));

                assertThat(work.resolve("b" + turn + ".txt"))
                        .as(printed)
                        .exists()
                        .content()
                        .contains("written in turn " + turn);
                assertThat(printed).contains("Done with turn " + turn);
            }
            assertThat(programs.printed("provider.mjs")).contains("read");
        }
    }

    private RunningServer server(String provider, int port) {
        String address = "http://127.0.0.1:" + port + (provider.equals("openai") ? "/v1" : "");
        return InProcessServer.start(
                folder,
                Map.of(
                        "GUILDHALL_DATABASE_URL", "memory",
                        "GUILDHALL_PORT", "0",
                        "GUILDHALL_EMBEDDINGS", "off",
                        "GUILDHALL_RATE_LIMIT_PER_MINUTE", "0",
                        "GUILDHALL_LLM_PROVIDER", provider,
                        "GUILDHALL_LLM_BASE_URL", address,
                        "GUILDHALL_LLM_API_KEY", "key",
                        "GUILDHALL_LLM_MODEL", "scripted"));
    }
}
