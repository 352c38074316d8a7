package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.app.config.LlmProvider;
import dev.guildhall.http.Service;
import dev.guildhall.http.api.Addresses;

/** The text that is printed when the server is ready: its addresses, and a command to try it. */
final class Banner {
    private static final String JOB = """

        Ask the agent a question (POSIX shell):
          C='{"email":"ada@example.org","password":"correct horse battery"}'; S=$(curl -sf ACCOUNT/auth/register \
        -d "$C" || curl -s ACCOUNT/auth/login -d "$C"); curl -N AGENT/api/chat -H "Authorization: Bearer $(echo \
        "$S" | sed 's/.*"accessToken":"\\([^"]*\\).*/\\1/')" -d '{"userId":"'$(echo "$S" | sed \
        's/.*"userId":"\\([^"]*\\).*/\\1/')'","stream":true,"messages":[{"role":"user","content":"What is 12*12? \
        Use the calculator."}]}'
        """;

    private Banner() {}

    static String of(Application application, long millis) {
        Config config = application.config();
        Addresses addresses = application.addresses();
        StringBuilder out = new StringBuilder();
        out.append(String.format("%nGuildhall is ready after %.1f s.%n", millis / 1000.0));
        config.services().forEach(service -> line(out, service.wireName(), addresses.of(service)));
        line(out, "docs", addresses.publicUrl() + "/docs");
        if (config.llm().provider() == LlmProvider.DEMO) {
            out.append(String.format(
                    "%nThe configured language model is a demo that answers by rule. Connect a real one on the page"
                            + " (Administration, Models), or with GUILDHALL_LLM_PROVIDER.%n"));
        }
        if (config.database() instanceof Config.Database.Memory) {
            out.append(String.format("%nNothing is kept: the database is in memory and ends with this process.%n"));
        }
        application
                .setupToken()
                .ifPresent(token -> out.append(String.format(
                        "%nThere is no administrator yet. The user who opens this link and registers, or is signed in,"
                                + " becomes one: %s/setup#%s%n",
                        addresses.publicUrlOf(Service.CHAT), token.value())));
        if (config.services().contains(Service.ACCOUNT) && config.services().contains(Service.AGENT)) {
            out.append(JOB.replace("ACCOUNT", addresses.of(Service.ACCOUNT))
                    .replace("AGENT", addresses.of(Service.AGENT)));
        }
        return out.toString();
    }

    private static void line(StringBuilder out, String name, String address) {
        out.append(String.format("  %-13s %s%n", name, address));
    }
}
