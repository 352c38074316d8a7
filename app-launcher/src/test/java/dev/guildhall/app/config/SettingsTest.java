package dev.guildhall.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.http.Service;
import dev.guildhall.http.token.AdminClaim;
import dev.guildhall.http.token.TrustedIssuer;
import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.RunTargetRules;
import dev.guildhall.integrations.oauth.ClientOptions;
import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageEntry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    @TempDir
    private Path folder;

    private Config config(Map<String, String> environment) {
        return Config.of(Settings.read(environment, folder), environment);
    }

    @Test
    void without_anything_the_defaults_hold() {
        Config config = config(Map.of());

        assertThat(config.host()).isEqualTo("127.0.0.1");
        assertThat(config.port()).isEqualTo(8080);
        assertThat(config.services()).containsExactly(Service.values());
        assertThat(config.database()).isInstanceOf(Config.Database.Embedded.class);
        assertThat(config.dataDir()).isEqualTo(Path.of(System.getProperty("user.home"), ".guildhall"));
        assertThat(config.llm().provider()).isEqualTo(LlmProvider.DEMO);
        assertThat(config.tokens().accessTokenLife()).isEqualTo(Duration.ofMinutes(15));
        assertThat(config.tokens().refreshGrace()).isZero();
        assertThat(config.tokens().signingKeyLife()).isEqualTo(Duration.ofDays(90));
    }

    @Test
    void the_grace_of_refresh_tokens_is_told_in_seconds_and_the_life_of_signing_keys_in_days() {
        Config config = config(Map.of(
                "GUILDHALL_ACCESS_TOKEN_LIFE", "60",
                "GUILDHALL_REFRESH_GRACE", "10",
                "GUILDHALL_SIGNING_KEY_DAYS", "0"));

        assertThat(config.tokens())
                .isEqualTo(new Config.Tokens(Duration.ofMinutes(1), Duration.ofSeconds(10), Duration.ZERO));
    }

    @Test
    void the_environment_wins_over_the_file_and_the_file_over_the_default() throws IOException {
        Files.writeString(folder.resolve("guildhall.properties"), "guildhall.port=9001\nguildhall.host=0.0.0.0\n");

        Settings settings = Settings.read(Map.of("GUILDHALL_PORT", "9002"), folder);

        assertThat(settings.table())
                .contains("9002  (environment)", "0.0.0.0  (guildhall.properties)", "demo  (default)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GUILDHALL_PROT|8080|there is no such key; did you mean GUILDHALL_PORT?",
                "GUILDHALL_LLM_KEY|x|there is no such key; did you mean GUILDHALL_LLM_API_KEY?",
                "GUILDHALL_OAUTH_ISSUER|x|there is no such key",
                "GUILDHALL_INTEGRATION_CLIENT_ID|x|there is no such key",
                "GUILDHALL_INTEGRATION_GITHUB_SECRET|x|there is no such key",
                "GUILDHALL_INTEGRATION_WIKI_URL|wiki|must be an http or https address",
                "GUILDHALL_PORT|99999|must be a port, 0 to 65535",
                "GUILDHALL_PORT|http|must be a port, 0 to 65535",
                "GUILDHALL_AGENT_PORT|-1|must be a port, 0 to 65535",
                "GUILDHALL_SERVICES|account,tols|this version has no service tols; it has account, tools",
                "GUILDHALL_CHAT_PORT|web|must be a port, 0 to 65535",
                "GUILDHALL_RUNNER|vm|must be one of process, container",
                "GUILDHALL_REGISTRATION|nobody|must be one of open, invited, closed",
                "GUILDHALL_RUN_TARGETS|*, 10.0.0.0/99|10.0.0.0/99 is neither a host",
                "GUILDHALL_RUN_SLOTS|-1|must be a whole number, 0 or more",
                "GUILDHALL_DATABASE_URL|mysql://x|must be memory or postgresql://",
                "GUILDHALL_PUBLIC_URL|ftp://x|must be an http or https address",
                "GUILDHALL_LLM_PROVIDER|gpt|must be one of demo, openai",
                "GUILDHALL_SECRET_KEY|c2hvcnQ=|must be base64 of 32 bytes",
                "GUILDHALL_ADMIN_EMAILS|a@b.c, invalid|invalid is not an address",
                "GUILDHALL_OAUTH_REQUIRE_STATE|yes|must be one of true, false",
                "GUILDHALL_ALLOWED_REDIRECTS|https://a.b, /c|/c is not an http(s) address",
                "GUILDHALL_ALLOWED_ORIGINS|https://a.b/c|https://a.b/c is not an origin such as https://app.example",
                "GUILDHALL_ALLOWED_ORIGINS|https://a.b, *|* is not an origin",
                "GUILDHALL_ALLOWED_ORIGINS|null|null is not an origin",
                "GUILDHALL_STREAMS_PER_USER|-1|must be a whole number, 0 or more",
                "GUILDHALL_CONNECTIONS_PER_ADDRESS|many|must be a whole number, 0 or more",
                "GUILDHALL_STOP_DELAY|1m|must be a whole number, 0 or more",
                "GUILDHALL_ACCESS_TOKEN_LIFE|0|must be a whole number, 1 to 86400",
                "GUILDHALL_ACCESS_TOKEN_LIFE|86401|must be a whole number, 1 to 86400",
                "GUILDHALL_EGRESS_ALLOW|wiki.corp, 10.0.0.0/33|10.0.0.0/33 is neither a host, host:port, an address"
                        + " nor",
                "GUILDHALL_FETCH_ALLOW|http://wiki.corp|http://wiki.corp is neither a host, host:port, an address nor",
                "GUILDHALL_TOKEN_ISSUER|http://id.example|must be an https address, or http on this machine",
                "GUILDHALL_TOKEN_JWKS_URL|keys|must be an https address, or http on this machine",
                "GUILDHALL_TOKEN_PROVISIONING|yes|must be one of off, on",
                "GUILDHALL_TOKEN_ADMIN_CLAIM|roles=|must be a claim, or claim=value",
                "GUILDHALL_TOKEN_SECRET|x|there is no such key",
                "GUILDHALL_AGENT_URL|other:8080/agent|must be an http or https address without a user, a query",
                "GUILDHALL_AGENT_URL|ftp://other/agent|must be an http or https address without a user, a query",
                "GUILDHALL_AGENT_URL|http://other/agent?key=1|must be an http or https address without a user, a query",
                "GUILDHALL_REFRESH_GRACE|301|must be a whole number, 0 to 300",
                "GUILDHALL_WORKERS|many|must be a whole number"
            })
    void what_is_unknown_or_bad_is_refused_and_named(String name, String value, String fault) {
        assertThatThrownBy(() -> Settings.read(Map.of(name, value), folder))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining(name)
                .hasMessageContaining("(environment)")
                .hasMessageContaining(fault);
    }

    @ParameterizedTest
    @CsvSource({"rw-rw-r--,false", "rw-r--rw-,false", "rw-r--r--,true", "rw-------,true"})
    void a_file_that_others_than_its_owner_can_write_is_refused(String rights, boolean isRead) throws Exception {
        Path file = Files.writeString(folder.resolve("guildhall.properties"), "guildhall.port=9001\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));

        if (isRead) {
            assertThat(config(Map.of()).port()).isEqualTo(9001);
        } else {
            assertThatThrownBy(() -> config(Map.of()))
                    .hasMessageContaining("guildhall.properties: its group or others can write it");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GUILDHALL_PORT,8080,true",
        "GUILDHALL_HOST,localhost,true",
        "GUILDHALL_HOST,::1,true",
        "GUILDHALL_HOST,0.0.0.0,false",
        "GUILDHALL_HOST,guildhall.corp,false",
        "GUILDHALL_PUBLIC_URL,https://guildhall.example,false",
        "GUILDHALL_RUN_TARGETS,127.0.0.0/8,true",
        "GUILDHALL_RUN_TARGETS,10.0.0.0/8,false"
    })
    void test_runs_reach_this_machine_where_the_server_is_for_it_alone_or_lists_it(
            String name, String value, boolean isReached) throws Exception {
        RunTargetRules targets = config(Map.of(name, value)).runs().targets();

        assertThat(targets.reachable("127.0.0.1", 3000).isEmpty()).isNotEqualTo(isReached);
        assertThat(targets.reachable("169.254.169.254", 80)).isEmpty();
    }

    @Test
    void tokens_of_an_issuer_are_taken_when_they_are_meant_for_this_service() {
        Map<String, String> discovered = Map.of(
                "GUILDHALL_TOKEN_ISSUER", "https://id.example/a/",
                "GUILDHALL_TOKEN_AUDIENCE", "llm");
        Map<String, String> located = new HashMap<>(discovered);
        located.put("GUILDHALL_TOKEN_JWKS_URL", "http://localhost:9/keys");

        assertThat(config(Map.of()).tokenIssuer()).isEmpty();
        assertThat(config(discovered).tokenIssuer())
                .contains(new TrustedIssuer("https://id.example/a/", Optional.empty(), "llm"));
        assertThat(config(located).tokenIssuer().flatMap(TrustedIssuer::keySet))
                .contains(URI.create("http://localhost:9/keys"));
    }

    @Test
    void bearers_of_an_issuer_have_accounts_when_that_is_set() {
        Map<String, String> environment = new HashMap<>(Map.of(
                "GUILDHALL_TOKEN_ISSUER", "https://id.example",
                "GUILDHALL_TOKEN_AUDIENCE", "llm",
                "GUILDHALL_TOKEN_PROVISIONING", "on"));

        assertThat(config(environment).tokenIssuer()).hasValueSatisfying(trusted -> {
            assertThat(trusted.provisioning()).isTrue();
            assertThat(trusted.adminClaim()).isEmpty();
        });
        environment.put("GUILDHALL_TOKEN_ADMIN_CLAIM", "realm_access.roles=admin");
        assertThat(config(environment).tokenIssuer().flatMap(TrustedIssuer::adminClaim))
                .contains(AdminClaim.parse("realm_access.roles=admin"));
        environment.put("GUILDHALL_TOKEN_PROVISIONING", "off");
        environment.remove("GUILDHALL_TOKEN_ADMIN_CLAIM");
        assertThat(config(environment).tokenIssuer())
                .contains(new TrustedIssuer("https://id.example", Optional.empty(), "llm"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TOKEN_ISSUER=https://id.example|GUILDHALL_TOKEN_AUDIENCE: is required",
                "TOKEN_AUDIENCE=llm|GUILDHALL_TOKEN_AUDIENCE: has no effect without GUILDHALL_TOKEN_ISSUER",
                "TOKEN_JWKS_URL=https://id.example/k|GUILDHALL_TOKEN_JWKS_URL: has no effect without",
                "TOKEN_PROVISIONING=on|GUILDHALL_TOKEN_PROVISIONING: has no effect without GUILDHALL_TOKEN_ISSUER",
                "TOKEN_ISSUER=https://id.example,TOKEN_AUDIENCE=llm,TOKEN_ADMIN_CLAIM=admin|GUILDHALL_TOKEN_ADMIN_CLAIM:"
                    + " has no effect without GUILDHALL_TOKEN_PROVISIONING=on",
            })
    void keys_about_an_issuer_mean_something_together_alone(String settings, String fault) {
        Map<String, String> environment = new HashMap<>();
        for (String setting : settings.split(",")) {
            environment.put("GUILDHALL_" + setting.split("=")[0], setting.split("=")[1]);
        }

        assertThatThrownBy(() -> config(environment))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining(fault);
    }

    @Test
    void what_tools_may_reach_inside_is_nothing_unless_it_is_listed() {
        Config listed = config(Map.of("GUILDHALL_EGRESS_ALLOW", "wiki.corp:8443, 10.0.0.0/8,[fd00::1]:80"));

        assertThat(config(Map.of()).egress()).hasToString(EgressRules.OUTSIDE_ONLY.toString());
        assertThat(listed.fetch()).hasToString(EgressRules.OUTSIDE_ONLY.toString());
        assertThat(config(Map.of("GUILDHALL_FETCH_ALLOW", "wiki.corp")).fetch()).hasToString("EgressRules[wiki.corp]");
        assertThat(listed.egress()).hasToString("EgressRules[wiki.corp:8443, 10.0.0.0/8, [fd00:0:0:0:0:0:0:1]:80]");
    }

    @Test
    void everything_that_is_wrong_is_said_at_once() throws IOException {
        Files.writeString(folder.resolve("guildhall.properties"), "guildhall.port=no\nguildhall.colour=blue\n");

        assertThatThrownBy(() -> Settings.read(Map.of("GUILDHALL_WORKERS", "x"), folder))
                .hasMessageContainingAll("guildhall.port=no", "guildhall.colour", "GUILDHALL_WORKERS=x");
    }

    @Test
    void sign_in_providers_are_those_that_any_key_names() {
        Config config = config(Map.of(
                "GUILDHALL_OAUTH_MY_CORP_ISSUER", "https://id.example/",
                "GUILDHALL_OAUTH_MY_CORP_CLIENT_ID", "guildhall",
                "GUILDHALL_OAUTH_GOOGLE_CLIENT_ID", "at google",
                "GUILDHALL_OAUTH_GOOGLE_CLIENT_SECRET", "hush",
                "GUILDHALL_ALLOWED_REDIRECTS", "https://app.example/in, http://localhost:3000"));

        assertThat(config.oauth().clients())
                .containsExactly(
                        new ClientOptions(
                                new ProviderName("google"), Optional.empty(), "at google", Optional.of("hush")),
                        new ClientOptions(
                                new ProviderName("my_corp"),
                                Optional.of("https://id.example/"),
                                "guildhall",
                                Optional.empty()));
        assertThat(config.oauth().allowedRedirects())
                .extracting(RedirectUri::value)
                .containsExactly("https://app.example/in", "http://localhost:3000");
    }

    @Test
    void everything_that_a_sign_in_provider_lacks_is_said_at_once() {
        Map<String, String> environment =
                Map.of("GUILDHALL_OAUTH_CORP_CLIENT_SECRET", "hush", "GUILDHALL_OAUTH_GOOGLE_CLIENT_SECRET", "hush");

        assertThatThrownBy(() -> config(environment))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContainingAll(
                        "GUILDHALL_OAUTH_CORP_ISSUER: is required",
                        "GUILDHALL_OAUTH_CORP_CLIENT_ID: is required",
                        "GUILDHALL_OAUTH_GOOGLE_CLIENT_ID: is required")
                .hasMessageNotContainingAny("GOOGLE_ISSUER", "hush");
    }

    @Test
    void keys_that_manifests_refer_to_are_read_from_the_file_and_from_the_environment() throws IOException {
        Files.writeString(
                folder.resolve("guildhall.properties"),
                "guildhall.integration.github.client_id=from the file\nguildhall.integration.my.crm.api_key=k-1\n");

        IntegrationConfig integrations = config(Map.of(
                        "GUILDHALL_INTEGRATION_GITHUB_CLIENT_SECRET", "hush",
                        "GUILDHALL_DATA_DIR", folder.toString(),
                        "CRM_HOST", "crm.example"))
                .integrations();

        assertThat(integrations.variables())
                .containsEntry("GUILDHALL_INTEGRATION_GITHUB_CLIENT_ID", "from the file")
                .containsEntry("GUILDHALL_INTEGRATION_GITHUB_CLIENT_SECRET", "hush")
                .containsEntry("GUILDHALL_INTEGRATION_MY_CRM_API_KEY", "k-1")
                .containsEntry("CRM_HOST", "crm.example");
        assertThat(integrations.directory()).isEqualTo(folder.resolve("integrations"));
        assertThat(integrations.toString()).doesNotContain("hush", "k-1");
    }

    @Test
    void manifests_can_be_kept_elsewhere() {
        Config config = config(Map.of("GUILDHALL_INTEGRATIONS_DIR", "~/manifests"));

        assertThat(config.integrations().directory()).isEqualTo(Path.of(System.getProperty("user.home"), "manifests"));
    }

    @Test
    void secrets_are_never_shown() {
        Map<String, String> environment = Map.of(
                "GUILDHALL_LLM_API_KEY", "sk-very-secret",
                "GUILDHALL_SECRET_KEY", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "GUILDHALL_OAUTH_ACME_ISSUER", "https://acme.example",
                "GUILDHALL_OAUTH_ACME_CLIENT_ID", "guildhall",
                "GUILDHALL_OAUTH_ACME_CLIENT_SECRET", "hush",
                "GUILDHALL_INTEGRATION_ACME_CLIENT_SECRET", "hush-hush",
                "GUILDHALL_INTEGRATION_ACME_API_KEY", "key-hush",
                "GUILDHALL_DATABASE_URL", "postgresql://me:pa:ss@host:5432/db");

        String table = Settings.read(environment, folder).table();

        assertThat(table).doesNotContain("sk-very", "AAAA", "hush", "pa:ss").contains("postgresql://me:********@host");
        assertThat(config(environment).toString()).doesNotContain("sk-very", "pa:ss", "hush");
    }

    @Test
    void a_key_that_is_set_to_nothing_is_not_set() {
        Config config = config(Map.of("GUILDHALL_DATABASE_URL", "", "GUILDHALL_PUBLIC_URL", " ", "GUILDHALL_PORT", ""));

        assertThat(config.database()).isInstanceOf(Config.Database.Embedded.class);
        assertThat(config.publicUrl()).isEmpty();
        assertThat(config.port()).isEqualTo(8080);
    }

    @Test
    void a_whole_answer_has_a_time_of_its_own() {
        assertThat(config(Map.of()).llm().timeouts().answer()).isEqualTo(Duration.ofMinutes(10));
        assertThat(config(Map.of("GUILDHALL_LLM_ANSWER_TIMEOUT", "7"))
                        .llm()
                        .timeouts()
                        .answer())
                .isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void prices_are_read_from_their_file_and_have_a_currency() throws IOException {
        Path prices = Files.writeString(folder.resolve("prices.json"), "{\"gpt-*\": {\"input\": 1, \"output\": 2.5}}");
        Config config = config(Map.of("GUILDHALL_LLM_PRICES", prices.toString(), "GUILDHALL_LLM_CURRENCY", "EUR"));

        assertThat(config.llm().prices().currency().getCurrencyCode()).isEqualTo("EUR");
        assertThat(config.llm()
                        .prices()
                        .cost(new UsageEntry.Asked("openai", "gpt-4o", 1), new Usage(1_000_000, 2_000_000)))
                .hasValueSatisfying(cost -> assertThat(cost).isEqualByComparingTo("6"));
        assertThat(config(Map.of()).llm().prices().currency().getCurrencyCode()).isEqualTo("USD");
    }

    @Test
    void a_bad_price_file_is_named_with_its_model_and_field() throws IOException {
        Path prices = Files.writeString(folder.resolve("prices.json"), "{\"gpt-4o\": {\"input\": -1, \"output\": 1}}");

        assertThatThrownBy(() -> config(Map.of("GUILDHALL_LLM_PRICES", prices.toString())))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("GUILDHALL_LLM_PRICES")
                .hasMessageContaining(prices + ": gpt-4o: input: must be");
        assertThatThrownBy(() -> config(Map.of("GUILDHALL_LLM_CURRENCY", "BTC")))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("GUILDHALL_LLM_CURRENCY")
                .hasMessageContaining("ISO 4217");
    }

    @Test
    void who_only_stands_in_is_reached_by_the_names_of_its_own_tools() {
        Config config = config(Map.of(
                "GUILDHALL_LLM_PROVIDER", "openai",
                "GUILDHALL_LLM_BASE_URL", "http://localhost:1/v1/",
                "GUILDHALL_LLM_API_KEY", "sk-one",
                "GUILDHALL_LLM_FALLBACKS", "* > claude@anthropic",
                "ANTHROPIC_API_KEY", "sk-two"));

        assertThat(config.llm().primary().baseUrl()).isEqualTo("http://localhost:1/v1");
        assertThat(config.llm().primary().apiKey()).hasValue("sk-one");
        assertThat(config.llm().of(LlmProvider.ANTHROPIC).apiKey()).hasValue("sk-two");
        assertThat(config.llm().of(LlmProvider.ANTHROPIC).baseUrl()).isEqualTo("https://api.anthropic.com");
        assertThat(config.llm().toString()).doesNotContain("sk-one", "sk-two");
    }

    @Test
    void clouds_are_reached_by_the_names_of_their_own_tools() {
        Config config = config(Map.of(
                "GUILDHALL_LLM_PROVIDER", "bedrock",
                "AWS_REGION", "eu-central-1",
                "AWS_ACCESS_KEY_ID", "AKIDEXAMPLE",
                "AWS_SECRET_ACCESS_KEY", "hush-hush",
                "AWS_SESSION_TOKEN", "token-hush",
                "AZURE_OPENAI_ENDPOINT", "https://mine.openai.azure.com/",
                "AZURE_OPENAI_AD_TOKEN", "eyJ-hush",
                "OPENAI_API_VERSION", "2024-10-21"));

        LlmConfig llm = config.llm();
        assertThat(llm.primary().baseUrl()).isEqualTo("https://bedrock-runtime.eu-central-1.amazonaws.com");
        assertThat(llm.primary().apiKey()).isEmpty();
        assertThat(llm.cloud().credentials().orElseThrow().secrets()).containsExactly("hush-hush", "token-hush");
        assertThat(llm.cloud().regionOf("https://bedrock-runtime.us-west-2.amazonaws.com"))
                .hasValue("us-west-2");
        assertThat(llm.cloud().regionOf("https://gateway.example")).hasValue("eu-central-1");
        assertThat(llm.of(LlmProvider.AZURE).baseUrl()).isEqualTo("https://mine.openai.azure.com");
        assertThat(llm.of(LlmProvider.AZURE).apiKey()).hasValue("eyJ-hush");
        assertThat(llm.cloud().apiVersion()).hasValue("2024-10-21");
        assertThat(config.toString()).doesNotContain("hush");
    }

    @Test
    void a_deployment_with_an_address_of_its_own_does_not_get_the_key_of_the_provider() throws IOException {
        Path routes = Files.writeString(folder.resolve("routes.json"), """
            {"m": {"deployments": [{"provider": "openai"}, {"provider": "openai", "baseUrl": "http://localhost:2/v1"},
              {"provider": "openai", "baseUrl": "http://localhost:3/v1", "apiKey": "${EAST_KEY}"}]}}
            """);
        Config config = config(Map.of(
                "GUILDHALL_LLM_PROVIDER", "openai",
                "GUILDHALL_LLM_API_KEY", "sk-one",
                "EAST_KEY", "sk-east",
                "GUILDHALL_LLM_ROUTES", routes.toString()));

        assertThat(config.llm().routes().get("m").deployments())
                .extracting(deployment -> deployment.access().apiKey())
                .containsExactly(Optional.of("sk-one"), Optional.empty(), Optional.of("sk-east"));
    }

    @Test
    void the_names_of_a_providers_own_tools_are_read_too() {
        Config config = config(Map.of("GUILDHALL_LLM_PROVIDER", "openai", "OPENAI_API_KEY", "k"));

        assertThat(config.llm().primary().apiKey()).hasValue("k");
    }

    @Test
    void services_can_be_chosen_and_put_on_ports_of_their_own() {
        Config config =
                config(Map.of("GUILDHALL_SERVICES", "account, completion", "GUILDHALL_COMPLETION_PORT", "8083"));

        assertThat(config.services()).containsExactly(Service.ACCOUNT, Service.COMPLETION);
        assertThat(config.ownPorts()).containsEntry(Service.COMPLETION, 8083);
    }

    @Test
    void the_chat_front_end_finds_the_agent_service_at_its_address() {
        Config without = config(Map.of());
        Config with =
                config(Map.of("GUILDHALL_SERVICES", "account,chat", "GUILDHALL_AGENT_URL", "http://other:8080/agent"));

        assertThat(without.remoteAgent()).isEmpty();
        assertThat(with.remoteAgent()).get().hasToString("http://other:8080/agent");
    }

    @Test
    void the_chat_front_end_uses_the_agent_service_at_its_address_on_a_node_that_runs_one_too() {
        Config config = config(Map.of("GUILDHALL_AGENT_URL", "http://other:8080/agent"));

        assertThat(config.services()).contains(Service.AGENT, Service.CHAT);
        assertThat(config.remoteAgent()).get().hasToString("http://other:8080/agent");
    }

    @Test
    void the_chat_front_end_without_an_agent_service_is_refused() {
        assertThatThrownBy(() -> config(Map.of("GUILDHALL_SERVICES", "account,chat")))
                .isInstanceOf(BadConfiguration.class)
                .hasMessage("GUILDHALL_SERVICES: chat needs the service agent on the same node, or its address in"
                        + " GUILDHALL_AGENT_URL");
    }

    @Test
    void the_address_of_an_agent_service_is_refused_where_no_front_end_uses_it() {
        Map<String, String> settings =
                Map.of("GUILDHALL_SERVICES", "account,agent", "GUILDHALL_AGENT_URL", "http://other:8080/agent");

        assertThatThrownBy(() -> config(settings))
                .isInstanceOf(BadConfiguration.class)
                .hasMessage("GUILDHALL_AGENT_URL: is for the service chat, which this node does not run");
    }

    @Test
    void a_password_in_the_address_of_the_agent_service_is_not_shown() {
        assertThatThrownBy(() -> Settings.read(
                        Map.of("GUILDHALL_AGENT_URL", "http://ada:pass/wo@rd@other/agent?key=abc"), folder))
                .isInstanceOf(BadConfiguration.class)
                .message()
                .contains("GUILDHALL_AGENT_URL=http://********@other/agent?********")
                .doesNotContain("ada", "pass", "rd", "abc");
    }

    @Test
    void a_file_that_was_named_must_be_there() {
        assertThatThrownBy(() -> Settings.read(Map.of("GUILDHALL_CONFIG", "missing.properties"), folder))
                .hasMessageContaining("missing.properties: cannot be read");
    }
}
