package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.integrations.BuiltinTools;
import dev.guildhall.llm.ChatModels;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.account.SignedIn;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    private static final Path ROOT = Path.of("..");
    private static final String THIS = "app-launcher/src/test/java/dev/guildhall/app/ReadmeTest.java";

    private void embed() {
        // README begins here.
        Core core = Core.of(
                parts -> parts.chatModel(ChatModels.demo(parts.ticker())).tools(new BuiltinTools(parts.clock())));
        Registration registration = Registration.of("ada@example.org", "correct horse battery");
        SignedIn ada = core.accounts().register(Caller.anonymous(), registration);
        Caller caller =
                core.accounts().authenticate(Caller.anonymous(), ada.tokens().accessToken());
        AgentRequest question = AgentRequest.ask(ada.userId(), "What is 12*12? Use the calculator.");
        AgentReply reply = core.agents().chat(caller, question, event -> {});
        System.out.println(reply.message().content());
        // README ends here.
    }

    @Test
    void the_embedding_example_prints_the_product() {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            embed();
        } finally {
            System.setOut(before);
        }

        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("144");
    }

    @Test
    void the_readme_shows_the_example_that_is_compiled_here() throws IOException {
        String readme = withoutLayout(between(Files.readString(ROOT.resolve("README.md")), "```java\n", "```"));
        String source = withoutLayout(
                between(Files.readString(ROOT.resolve(THIS)), "// README begins here.\n", "        // README ends"));

        assertThat(readme).isEqualTo(source);
        assertThat(readme.split(";")).hasSizeLessThanOrEqualTo(10);
    }

    @Test
    void every_key_of_the_table_is_one_that_the_program_knows() throws IOException {
        String table = Files.readString(ROOT.resolve("README.md"));

        List<String> unknown = java.util.regex.Pattern.compile("`(GUILDHALL_[A-Z_]+)`")
                .matcher(table)
                .results()
                .map(found -> found.group(1))
                .filter(name -> !name.equals("GUILDHALL_CONFIG"))
                .filter(name -> !dev.guildhall.app.config.Settings.knows(name))
                .toList();

        assertThat(unknown).isEmpty();
    }

    private static String between(String text, String start, String end) {
        int from = text.indexOf(start) + start.length();
        return text.substring(from, text.indexOf(end, from));
    }

    private static String withoutLayout(String code) {
        return code.replaceAll("\\s+", "");
    }
}
