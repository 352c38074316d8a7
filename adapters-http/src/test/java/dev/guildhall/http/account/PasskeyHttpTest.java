package dev.guildhall.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.TrustingProvider;
import dev.guildhall.http.account.SoftAuthenticator.Behaviour;
import dev.guildhall.ports.account.Factors;
import dev.guildhall.ports.settings.InstallationSettings;
import dev.guildhall.ports.settings.PublicUrl;
import dev.guildhall.ports.settings.SecondFactorPolicy;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.wire.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PasskeyHttpTest {
    private static final String FACTORS = "/api/v1/auth/factors";
    private static final String PASSKEYS = FACTORS + "/passkeys";
    private static final String LOGIN = "/api/v1/auth/login";
    private static final String ALONE = LOGIN + "/passkey";
    private static final String SECOND = LOGIN + "/second-factor";
    private static final String PASSWORD = "{\"password\":\"correct horse battery\"}";

    private final ManualTicker time = new ManualTicker(Sample.NOW);

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.clock(time));

    private final Client anonymous = server.client();
    private final Client.Person ada = anonymous.stranger();
    private final SoftAuthenticator phone = new SoftAuthenticator();

    private static JsonNode options(Client client, String path) {
        Client.Answer options = client.post(path + "/options", "");
        assertThat(options.status()).as(options.body()).isEqualTo(200);
        return options.json();
    }

    private static String body(String name, JsonNode credential) {
        return Json.MAPPER
                .createObjectNode()
                .put("name", name)
                .set("credential", credential)
                .toString();
    }

    private static String body(JsonNode credential) {
        return Json.MAPPER.createObjectNode().set("credential", credential).toString();
    }

    private Client.Answer added(Client.Person person, SoftAuthenticator authenticator, Behaviour behaviour) {
        JsonNode options = options(person.client(), PASSKEYS);
        return person.client().post(PASSKEYS, body("Phone", authenticator.create(options, behaviour)));
    }

    private JsonNode added() {
        Client.Answer added = added(ada, phone, Behaviour.USUAL);
        assertThat(added.status()).as(added.body()).isEqualTo(201);
        return added.json();
    }

    private Client.Answer alone(SoftAuthenticator authenticator, Behaviour behaviour) {
        return anonymous.post(ALONE, body(authenticator.get(options(anonymous, ALONE), behaviour)));
    }

    private JsonNode challenge(Client.Person person) {
        Client.Answer first = anonymous.post(LOGIN, Browser.credentials(person.email()));
        assertThat(first.error()).isEqualTo("401 SECOND_FACTOR_REQUIRED");
        return first.json().at("/error/details");
    }

    private Client.Answer second(JsonNode details, JsonNode credential) {
        ObjectNode body = Json.MAPPER
                .createObjectNode()
                .put("challenge", details.get("challenge").asText());
        return anonymous.post(SECOND, body.set("credential", credential).toString());
    }

    private List<String> trail(Client.Person person) {
        List<String> actions = new ArrayList<>();
        person.client()
                .get("/api/v1/auth/audit")
                .json()
                .get("entries")
                .forEach(entry -> actions.add(entry.get("action").asText()));
        return actions;
    }

    @Test
    void a_passkey_is_added_listed_and_removed_with_the_password() {
        JsonNode options = options(ada.client(), PASSKEYS);
        JsonNode added = added();
        JsonNode factor = ada.client().get(FACTORS).json().at("/factors/0");

        assertThat(options.get("excludeCredentials")).isEmpty();
        assertThat(options.at("/rp/id").asText()).isEqualTo("localhost");
        assertThat(added.get("recoveryCodes")).hasSize(Factors.RECOVERY_CODES);
        assertThat(factor.get("id")).isEqualTo(added.get("id"));
        assertThat(Client.texts(factor, "kind", "name")).containsExactly("passkey", "Phone");
        assertThat(options(ada.client(), PASSKEYS)
                        .at("/excludeCredentials/0/id")
                        .asText())
                .isEqualTo(phone.credentialId());
        Client.Answer another = added(ada, new SoftAuthenticator(), Behaviour.USUAL);
        assertThat(another.json().get("recoveryCodes").isNull()).isTrue();
        String path = FACTORS + "/" + added.get("id").asText();
        assertThat(ada.client()
                        .send("DELETE", path, "{\"password\":\"wrong password\"}")
                        .error())
                .isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(ada.client().send("DELETE", path, PASSWORD).status()).isEqualTo(204);
        assertThat(ada.client().get(FACTORS).json().get("factors")).hasSize(1);
        assertThat(alone(phone, Behaviour.USUAL).error()).isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(trail(ada)).contains("factor_added", "factor_removed");
    }

    @Test
    void a_passkey_signs_in_alone_and_its_answer_is_good_once() {
        added();
        JsonNode options = options(anonymous, ALONE);
        String credential = body(phone.get(options, Behaviour.USUAL));

        Client.Answer signedIn = anonymous.post(ALONE, credential);

        assertThat(options.get("allowCredentials")).isEmpty();
        assertThat(options.get("userVerification").asText()).isEqualTo("required");
        assertThat(signedIn.status()).as(signedIn.body()).isEqualTo(200);
        assertThat(signedIn.text("userId")).isEqualTo(ada.userId());
        assertThat(anonymous.post(ALONE, credential).error()).isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(alone(phone, Behaviour.USUAL).status()).isEqualTo(200);
        assertThat(ada.client().get(FACTORS).json().at("/factors/0/lastUsedAt").isNull())
                .isFalse();
    }

    @Test
    void a_passkey_is_a_second_step_after_the_password() {
        added();
        JsonNode details = challenge(ada);
        JsonNode credential = phone.get(details.get("options"), Behaviour.USUAL.unverified());

        Client.Answer signedIn = second(details, credential);

        assertThat(details.get("methods")).extracting(JsonNode::asText).containsExactly("passkey", "recovery");
        assertThat(details.at("/options/allowCredentials/0/id").asText()).isEqualTo(phone.credentialId());
        assertThat(details.at("/options/allowCredentials/0/transports/0").asText())
                .isEqualTo("internal");
        assertThat(signedIn.status()).as(signedIn.body()).isEqualTo(200);
        assertThat(second(details, credential).error()).isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(anonymous.post(SECOND, "{\"challenge\":\"x\"}").fault()).contains("code: ");
    }

    @Test
    void the_web_application_signs_in_with_a_passkey_in_either_way() {
        added();
        JsonNode alone = options(anonymous, "/api/session/passkey");
        Client.Answer first = anonymous.post("/api/session", Browser.credentials(ada.email()));
        JsonNode second = phone.get(first.json().get("options"), Behaviour.USUAL);
        ObjectNode body = Json.MAPPER.createObjectNode().put("challenge", first.text("challenge"));

        assertThat(first.status()).isEqualTo(401);
        for (Client.Answer opened : List.of(
                anonymous.post(
                        "/api/session/second-factor",
                        body.set("credential", second).toString()),
                anonymous.post("/api/session/passkey", body(phone.get(alone, Behaviour.USUAL))))) {
            assertThat(opened.status()).as(opened.body()).isEqualTo(200);
            assertThat(opened.text("userId")).isEqualTo(ada.userId());
            assertThat(opened.header("Set-Cookie")).contains("guildhall_session=");
        }
        assertThat(anonymous
                        .post("/api/session/passkey", "{\"credential\":{\"type\":\"public-key\"}}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void after_a_sign_in_with_a_provider_a_passkey_is_a_second_step_too() {
        try (TestServer other =
                TestServer.start(parts -> parts.oauthProviders(() -> List.of(new TrustingProvider())))) {
            Client client = other.client();
            Browser joan = new Browser(
                    client.with("Cookie", Browser.COOKIE + "=" + Browser.keyOf(provided(client))), "", "", "");
            JsonNode creation = joan.post("/web" + PASSKEYS + "/options", "").json();
            assertThat(joan.post("/web" + PASSKEYS, body("Phone", phone.create(creation, Behaviour.USUAL)))
                            .status())
                    .isEqualTo(201);

            Client.Answer again = provided(client);
            String challenge = again.header("Location").replaceFirst("/sign-in#([\\w-]{43})&passkey", "$1");
            ObjectNode options = Json.MAPPER.createObjectNode().put("challenge", challenge);
            Client.Answer opened = client.post(
                    "/api/session/second-factor",
                    options.deepCopy()
                            .set("credential", phone.get(options, Behaviour.USUAL))
                            .toString());

            assertThat(Browser.keyOf(again)).isEmpty();
            assertThat(challenge).hasSize(43);
            assertThat(opened.status()).as(opened.body()).isEqualTo(200);
        }
    }

    private static Client.Answer provided(Client client) {
        String begin = "/api/session/oauth/acme";
        String state = client.get(begin).header("Location").replaceFirst(".*state=", "");
        return client.with("Cookie", "guildhall_sign_in=" + state)
                .get(begin + "/callback?state=" + state + "&code=joan@example.org");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://localhost:8080", "http://localhost:8081", "http://localhost.evil.example:8080"})
    void a_passkey_used_at_another_origin_is_refused(String origin) {
        Behaviour elsewhere = Behaviour.USUAL.at(origin);

        assertThat(added(ada, phone, elsewhere).status()).isEqualTo(422);
        added();
        assertThat(alone(phone, elsewhere).error()).isEqualTo("401 INVALID_CREDENTIALS");
        JsonNode details = challenge(ada);
        assertThat(second(details, phone.get(details.get("options"), elsewhere)).error())
                .isEqualTo("401 INVALID_CREDENTIALS");
    }

    @Test
    void a_passkey_for_another_host_or_used_in_a_frame_of_another_page_is_refused() {
        for (Behaviour wrong : List.of(Behaviour.USUAL.forParty("evil.example"), Behaviour.USUAL.framed())) {
            SoftAuthenticator authenticator = new SoftAuthenticator();
            assertThat(added(ada, authenticator, wrong).fault()).contains("credential: ");
            assertThat(added(ada, authenticator, Behaviour.USUAL).status()).isEqualTo(201);
            assertThat(alone(authenticator, wrong).error()).isEqualTo("401 INVALID_CREDENTIALS");
            assertThat(alone(authenticator, Behaviour.USUAL).status()).isEqualTo(200);
        }
    }

    @Test
    void a_challenge_that_is_unknown_used_expired_or_of_another_user_or_purpose_is_refused() {
        JsonNode forAda = options(ada.client(), PASSKEYS);
        String made = body("Phone", phone.create(forAda, Behaviour.USUAL));
        JsonNode unknown = Json.MAPPER.createObjectNode().put("challenge", "A".repeat(43));

        assertThat(anonymous.stranger().client().post(PASSKEYS, made).fault()).contains("credential: has a challenge");
        assertThat(anonymous
                        .post(ALONE, body(phone.get(forAda, Behaviour.USUAL)))
                        .error())
                .isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(ada.client().post(PASSKEYS, made).status()).isEqualTo(201);
        assertThat(ada.client().post(PASSKEYS, made).fault()).contains("credential: has a challenge");
        assertThat(anonymous
                        .post(ALONE, body(phone.get(unknown, Behaviour.USUAL)))
                        .error())
                .isEqualTo("401 INVALID_CREDENTIALS");
        JsonNode alone = options(anonymous, ALONE);
        JsonNode details = challenge(ada);
        JsonNode creation = options(ada.client(), PASSKEYS);
        assertThat(second(details, phone.get(alone, Behaviour.USUAL)).error()).isEqualTo("401 INVALID_CREDENTIALS");
        time.advance(Duration.ofMinutes(5));
        assertThat(anonymous
                        .post(ALONE, body(phone.get(alone, Behaviour.USUAL)))
                        .error())
                .isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(second(details, phone.get(details.get("options"), Behaviour.USUAL))
                        .error())
                .isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(ada.client()
                        .post(PASSKEYS, body("Late", new SoftAuthenticator().create(creation, Behaviour.USUAL)))
                        .fault())
                .contains("credential: has a challenge");
    }

    @Test
    void an_account_has_one_challenge_for_a_new_passkey_at_a_time() {
        JsonNode first = options(ada.client(), PASSKEYS);
        JsonNode second = options(ada.client(), PASSKEYS);

        assertThat(ada.client()
                        .post(PASSKEYS, body("Phone", phone.create(first, Behaviour.USUAL)))
                        .status())
                .isEqualTo(422);
        assertThat(ada.client()
                        .post(PASSKEYS, body("Phone", phone.create(second, Behaviour.USUAL)))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void a_counter_that_does_not_increase_is_refused_and_stands_in_the_trail() {
        added();
        assertThat(alone(phone, Behaviour.USUAL).status()).isEqualTo(200);
        phone.setCounter(1);

        assertThat(alone(phone, Behaviour.USUAL).error()).isEqualTo("401 INVALID_CREDENTIALS");
        phone.setCounter(1);
        JsonNode details = challenge(ada);
        assertThat(second(details, phone.get(details.get("options"), Behaviour.USUAL))
                        .error())
                .isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(trail(ada)).filteredOn("passkey_copied"::equals).hasSize(2);
        phone.setCounter(2);
        assertThat(alone(phone, Behaviour.USUAL).status()).isEqualTo(200);
    }

    @Test
    void an_authenticator_that_does_not_count_signs_in_again_and_again() {
        Behaviour silent = new Behaviour("http://localhost:8080", "localhost", true, false, false);
        assertThat(added(ada, phone, silent).status()).isEqualTo(201);

        assertThat(alone(phone, silent).status()).isEqualTo(200);
        assertThat(alone(phone, silent).status()).isEqualTo(200);
    }

    @Test
    void a_passkey_of_another_account_is_no_second_step_and_no_other_account_may_add_it() {
        Client.Person eve = anonymous.stranger();
        SoftAuthenticator hers = new SoftAuthenticator();
        added();
        added(eve, hers, Behaviour.USUAL);
        JsonNode details = challenge(ada);

        assertThat(second(details, hers.get(details.get("options"), Behaviour.USUAL))
                        .error())
                .isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(added(eve, phone, Behaviour.USUAL).error()).isEqualTo("409 CONFLICT");
        assertThat(added(ada, phone, Behaviour.USUAL).error()).isEqualTo("409 CONFLICT");
        // The authenticator now names Ada, whose identifier another credential signs for.
        JsonNode options = options(anonymous, ALONE);
        ObjectNode credential = hers.get(options, Behaviour.USUAL);
        ((ObjectNode) credential.get("response"))
                .set("userHandle", phone.get(options, Behaviour.USUAL).at("/response/userHandle"));
        assertThat(anonymous.post(ALONE, body(credential)).error()).isEqualTo("401 INVALID_CREDENTIALS");
    }

    @Test
    void without_verification_of_the_user_a_passkey_does_not_sign_in_alone() {
        added();

        assertThat(alone(phone, Behaviour.USUAL.unverified()).error()).isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(trail(ada)).contains("factor_failed");
    }

    @Test
    void a_disabled_account_signs_in_by_no_passkey() {
        Client.Person admin = anonymous.register(TestServer.ADMIN);
        added();
        JsonNode details = challenge(ada);
        String path = "/api/v1/admin/users/" + ada.userId();
        assertThat(admin.client().send("PATCH", path, "{\"disabled\":true}").status())
                .isEqualTo(200);

        assertThat(alone(phone, Behaviour.USUAL).error()).isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(second(details, phone.get(details.get("options"), Behaviour.USUAL))
                        .error())
                .isEqualTo("401 INVALID_CREDENTIALS");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "credential.id|/id|''",
                "credential.id|/id|'a+b/'",
                "credential.id|/id|'AB'",
                "credential.type|/type|'password'",
                "credential.response.clientDataJSON|/response/clientDataJSON|'{}'",
                "credential.response.attestationObject|/response/attestationObject|'*'",
                "credential.response.transports|/response/transports|'usb'",
                "credential:|/response/attestationObject|'AAAA'",
                "credential:|/response/clientDataJSON|'AAAA'",
            })
    void a_malformed_credential_is_refused_by_the_name_of_the_field(String field, String pointer, String value) {
        ObjectNode credential = phone.create(options(ada.client(), PASSKEYS), Behaviour.USUAL);
        int last = pointer.lastIndexOf('/');
        ((ObjectNode) credential.at(pointer.substring(0, last))).put(pointer.substring(last + 1), value);

        Client.Answer refused = ada.client().post(PASSKEYS, body("Phone", credential));

        assertThat(refused.error()).isEqualTo("422 VALIDATION_ERROR");
        assertThat(refused.fault()).contains(field);
    }

    @Test
    void what_is_too_large_is_refused_by_the_name_of_the_field() {
        ObjectNode credential = phone.create(options(ada.client(), PASSKEYS), Behaviour.USUAL);
        ObjectNode response = (ObjectNode) credential.get("response");
        credential.put("id", "A".repeat(1368));
        response.put("clientDataJSON", "A".repeat(6000));
        response.put("attestationObject", "A".repeat(24_000));
        response.putArray("transports").add("x".repeat(33));
        Client.Answer id = ada.client().post(PASSKEYS, body("Phone", credential));
        credential.put("id", phone.credentialId());

        Client.Answer refused = ada.client().post(PASSKEYS, body("Phone", credential));

        assertThat(id.fault()).contains("credential.id: must have at most 1023 bytes");
        assertThat(refused.fault())
                .contains(
                        "credential.response.clientDataJSON: must have at most 4096 bytes",
                        "credential.response.attestationObject: must have at most 16384 bytes",
                        "credential.response.transports[0]: must have at most 32 characters");
        assertThat(ada.client()
                        .post(
                                PASSKEYS,
                                body("x".repeat(101), phone.create(options(ada.client(), PASSKEYS), Behaviour.USUAL)))
                        .fault())
                .contains("name: ");
        assertThat(ada.client().post(PASSKEYS, "{}").fault()).contains("name: is required", "credential: is required");
    }

    @Test
    void an_account_has_at_most_20_passkeys() {
        for (int i = 0; i < Factors.MOST_PASSKEYS; i++) {
            assertThat(added(ada, new SoftAuthenticator(), Behaviour.USUAL).status())
                    .isEqualTo(201);
        }

        assertThat(ada.client().post(PASSKEYS + "/options", "").error()).isEqualTo("409 CONFLICT");
    }

    @Test
    void attempts_with_passkeys_count_as_attempts_to_sign_in() {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i <= TestServer.SIGN_INS; i++) {
            statuses.add(anonymous.post(ALONE + "/options", "").status());
        }

        assertThat(statuses.subList(0, 5)).containsOnly(200);
        assertThat(statuses.getLast()).isEqualTo(429);
        assertThat(anonymous.post(ALONE, "{}").status()).isEqualTo(429);
    }

    @Test
    void wrong_passkeys_at_the_second_step_are_limited_like_wrong_codes() {
        added();
        JsonNode details = challenge(ada);
        JsonNode wrong = new SoftAuthenticator().get(details.get("options"), Behaviour.USUAL);
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            statuses.add(second(details, wrong).status());
        }

        assertThat(statuses.subList(0, 5)).containsOnly(401);
        assertThat(statuses.getLast()).isEqualTo(429);
        assertThat(second(details, phone.get(details.get("options"), Behaviour.USUAL))
                        .status())
                .isEqualTo(429);
    }

    @Test
    void a_passkey_satisfies_the_policy_and_the_public_address_decides_about_hosts() {
        InstallationSettings settings = Sample.with(
                Sample.with(InstallationSettings.NONE, "requireSecondFactor", Optional.of(SecondFactorPolicy.EVERYONE)),
                "publicUrl",
                Optional.of(new PublicUrl("https://Guildhall.example:443/")));
        Behaviour there = Behaviour.USUAL.at("https://guildhall.example").forParty("guildhall.example");
        try (TestServer strict = TestServer.start(parts -> parts.settings(settings), List.of(), List.of())) {
            Client.Person person = strict.client().register("ada@example.org");

            assertThat(person.client().get("/api/v1/profiles").error()).isEqualTo("403 SECOND_FACTOR_REQUIRED");
            assertThat(added(person, phone, Behaviour.USUAL).status()).isEqualTo(422);
            assertThat(added(person, phone, there).status()).isEqualTo(201);
            assertThat(person.client().get("/api/v1/profiles").status()).isEqualTo(200);
            JsonNode options = options(strict.client(), ALONE);
            Client.Answer signedIn = strict.client().post(ALONE, body(phone.get(options, there)));
            assertThat(options.get("rpId").asText()).isEqualTo("guildhall.example");
            assertThat(strict.client()
                            .bearing(signedIn.text("accessToken"))
                            .get("/api/v1/profiles")
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://192.0.2.1:8080", "http://[2001:db8::1]:8080"})
    void an_address_without_the_name_of_a_host_has_no_passkeys(String address) {
        InstallationSettings settings =
                Sample.with(InstallationSettings.NONE, "publicUrl", Optional.of(new PublicUrl(address)));
        try (TestServer unnamed = TestServer.start(parts -> parts.settings(settings), List.of(), List.of())) {
            Client.Person person = unnamed.client().stranger();

            assertThat(person.client().post(PASSKEYS + "/options", "").error()).isEqualTo("409 CONFLICT");
            assertThat(unnamed.client().post(ALONE + "/options", "").error()).isEqualTo("409 CONFLICT");
        }
    }
}
