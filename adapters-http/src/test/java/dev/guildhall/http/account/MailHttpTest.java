package dev.guildhall.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.mail.Mail;
import dev.guildhall.ports.mail.MailFailure;
import dev.guildhall.ports.mail.Mailer;
import dev.guildhall.ports.mail.SmtpAddress;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.secrets.Secrets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Settings, invitations, verification and forgotten passwords, with a mailer that keeps the mails. */
class MailHttpTest {
    private static final String SETTINGS = "/api/v1/admin/settings";
    private static final String INVITATIONS = "/api/v1/admin/invitations";
    private static final String REGISTER = "/api/v1/auth/register";
    private static final String LOGIN = "/api/v1/auth/login";
    private static final Pattern LINK = Pattern.compile("(http\\S+/)([a-z-]+)#(\\S+)");

    private static final class Inbox implements Mailer {
        private final BlockingQueue<Mail> mails = new LinkedBlockingQueue<>();

        @Override
        public Optional<MailFailure> send(SmtpAddress server, Mail mail) {
            if (mail.to().value().startsWith("nobody")) {
                return Optional.of(new MailFailure("550 no such user", true));
            }
            mails.add(mail);
            return Optional.empty();
        }
    }

    private final Inbox inbox = new Inbox();

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.mailer(inbox), List.of(), List.of());

    private final Client anonymous = server.client();
    private final Client.Person admin = anonymous.register(TestServer.ADMIN);

    @BeforeEach
    void mail_is_configured() {
        assertThat(change("{\"mail\":{\"smtpUrl\":\"smtp://ada:s3cret@mail.example\"}}")
                        .status())
                .isEqualTo(200);
    }

    private Client.Answer change(String settings) {
        return admin.client().send("PATCH", SETTINGS, settings);
    }

    private Mail received(String to) throws InterruptedException {
        Mail mail = Optional.ofNullable(inbox.mails.poll(10, TimeUnit.SECONDS)).orElseThrow();
        assertThat(mail.to().value()).isEqualTo(to);
        return mail;
    }

    /** The token of a mail's link, whose page has that name. */
    private static String token(Mail mail, String page) {
        Matcher link = LINK.matcher(mail.text());
        assertThat(link.find()).isTrue();
        assertThat(link.group(2)).isEqualTo(page);
        // No log of any test may contain it.
        Secrets.OF_THIS_RUN.add("mailed token", link.group(3));
        return link.group(3);
    }

    private static String registration(String email, String invitation) {
        return Browser.credentials(email).replace("}", ",\"invitation\":\"" + invitation + "\"}");
    }

    private boolean isVerified(String userId) {
        return server.core()
                .administration()
                .user(
                        server.core().accounts().authenticate(Caller.anonymous(), new AccessToken(admin.accessToken())),
                        new UserId(userId))
                .overview()
                .account()
                .emailVerified();
    }

    @Test
    void settings_are_read_and_changed_by_admins_alone_and_secrets_are_not_shown() {
        Client.Answer read = admin.client().get(SETTINGS);
        Client.Answer changed = change(
                "{\"registration\":\"closed\",\"publicUrl\":\"https://guildhall.example/\",\"mail\":{\"from\":\"G"
                        + " <g@example.org>\"},\"retention\":{\"chats\":30}}");
        Client.Answer refused = anonymous.post(REGISTER, Browser.credentials("eve@example.org"));
        Client.Answer cleared = change("{\"publicUrl\":null,\"registration\":null,\"mail\":{\"smtpUrl\":null}}");
        Client stranger = anonymous.register("bob@example.org").client();

        assertThat(read.body()).doesNotContain("s3cret");
        assertThat(read.text("registration")).isEqualTo("open");
        assertThat(read.json().at("/mail/configured").asBoolean()).isTrue();
        assertThat(changed.text("publicUrl")).isEqualTo("https://guildhall.example");
        assertThat(changed.json().at("/mail/from").asText()).isEqualTo("G <g@example.org>");
        assertThat(changed.json().at("/retention/chats").asInt()).isEqualTo(30);
        assertThat(refused.error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(cleared.json().get("publicUrl").isNull()).isTrue();
        assertThat(cleared.json().at("/mail/configured").asBoolean()).isFalse();
        assertThat(stranger.get(SETTINGS).error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(stranger.send("PATCH", SETTINGS, "{}").error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(anonymous.get(SETTINGS).status()).isEqualTo(401);
        assertThat(admin.client().get("/api/v1/auth/audit").body())
                .contains("setting_changed", "mail.smtpUrl", "secret")
                .doesNotContain("s3cret");
    }

    @Test
    void the_sender_is_shown_that_is_in_force() {
        Client.Answer first = admin.client().get(SETTINGS);
        Client.Answer moved = change("{\"publicUrl\":\"https://guildhall.example\"}");
        Client.Answer chosen = change("{\"mail\":{\"from\":\"ada@example.org\"}}");
        Client.Answer cleared = change("{\"mail\":{\"from\":null}}");

        assertThat(List.of(first, moved, chosen, cleared))
                .extracting(answer -> answer.text("mail.from"))
                .containsExactly(
                        "guildhall@localhost",
                        "guildhall@guildhall.example",
                        "ada@example.org",
                        "guildhall@guildhall.example");
    }

    @Test
    void a_setting_that_is_malformed_is_named() {
        for (String[] bad : List.of(
                new String[] {"{\"registration\":\"all\"}", "registration"},
                new String[] {"{\"publicUrl\":\"ftp://x\"}", "publicUrl"},
                new String[] {"{\"publicUrl\":\"https://x/?q\"}", "publicUrl"},
                new String[] {"{\"publicUrl\":\"https://" + "x".repeat(245) + "\"}", "publicUrl"},
                new String[] {"{\"mail\":{\"smtpUrl\":\"http://x\"}}", "mail.smtpUrl"},
                new String[] {"{\"mail\":{\"from\":\"nobody\"}}", "mail.from"},
                new String[] {"{\"mail\":{\"from\":\"a@b.c\\r\\nBcc: x@y.z\"}}", "mail.from"},
                new String[] {"{\"mail\":5}", "mail"},
                new String[] {"{\"requireSecondFactor\":\"some\"}", "requireSecondFactor"},
                new String[] {"{\"retention\":{\"chats\":0}}", "retention.chats"})) {
            Client.Answer answer = change(bad[0]);
            assertThat(answer.status()).as(bad[0]).isEqualTo(422);
            assertThat(answer.text("error.message")).startsWith(bad[1] + ":");
        }
    }

    @Test
    void an_invitation_registers_its_address_once_as_verified_with_roles_and_groups() throws InterruptedException {
        change("{\"registration\":\"invited\"}");
        String group =
                admin.client().post("/api/v1/groups", "{\"name\":\"crew\"}").text("id");
        Client.Answer made = admin.client()
                .post(
                        INVITATIONS,
                        "{\"email\":\"Grace@Example.org\",\"roles\":[\"admin\"],\"groups\":[\"" + group + "\"]}");
        String token = token(received("grace@example.org"), "invitation");

        assertThat(made.status()).isEqualTo(201);
        assertThat(made.text("url")).endsWith("/invitation#" + token);
        assertThat(admin.client()
                        .get(INVITATIONS)
                        .json()
                        .at("/invitations/0/email")
                        .asText())
                .isEqualTo("grace@example.org");
        assertThat(anonymous
                        .post(REGISTER, Browser.credentials("grace@example.org"))
                        .status())
                .isEqualTo(403);
        assertThat(anonymous
                        .post(REGISTER, registration("eve@example.org", token))
                        .status())
                .isEqualTo(403);
        Client.Answer registered = anonymous.post(REGISTER, registration("grace@example.org", token));
        assertThat(registered.status()).isEqualTo(201);
        assertThat(isVerified(registered.text("userId"))).isTrue();
        assertThat(anonymous
                        .post(REGISTER, registration("mallory@example.org", token))
                        .error())
                .isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(admin.client().get(INVITATIONS).json().get("invitations")).isEmpty();
        assertThat(admin.client().get("/api/v1/groups/" + group + "/members").body())
                .contains(registered.text("profileId"));
        assertThat(admin.client()
                        .get("/api/v1/admin/users/" + registered.text("userId"))
                        .body())
                .contains("\"admin\"");
    }

    @Test
    void an_invitation_is_revoked_and_refused_while_registration_is_closed() {
        Client.Answer made = admin.client().post(INVITATIONS, "{}");
        String token = made.text("url").replaceFirst(".*#", "");
        change("{\"registration\":\"closed\"}");
        assertThat(anonymous
                        .post(REGISTER, registration("a@example.org", token))
                        .status())
                .isEqualTo(403);
        change("{\"registration\":\"invited\"}");
        assertThat(admin.client().delete(INVITATIONS + "/" + made.text("id")).status())
                .isEqualTo(204);
        assertThat(admin.client().delete(INVITATIONS + "/" + made.text("id")).status())
                .isEqualTo(404);
        assertThat(anonymous
                        .post(REGISTER, registration("a@example.org", token))
                        .status())
                .isEqualTo(403);
        assertThat(admin.client()
                        .post(INVITATIONS, "{\"groups\":[\"grp_none\"]}")
                        .status())
                .isEqualTo(422);
        assertThat(admin.client()
                        .post(INVITATIONS, "{\"expiresAt\":\"2001-01-01T00:00:00Z\"}")
                        .status())
                .isEqualTo(422);
        assertThat(admin.client()
                        .post(INVITATIONS, "{\"email\":\"" + TestServer.ADMIN + "\"}")
                        .status())
                .isEqualTo(409);
    }

    @Test
    void an_address_without_an_account_is_invited_to_a_group_by_mail() throws InterruptedException {
        Client.Person owner = anonymous.register("owner@example.org");
        received("owner@example.org");
        String group =
                owner.client().post("/api/v1/groups", "{\"name\":\"crew\"}").text("id");
        String members = "/api/v1/groups/" + group + "/members";

        Client.Answer known = owner.client().post(members, "{\"email\":\"" + TestServer.ADMIN + "\"}");
        Client.Answer invited = owner.client().post(members, "{\"email\":\"new@example.org\",\"role\":\"admin\"}");
        String token = token(received("new@example.org"), "invitation");
        Client.Answer registered = anonymous.post(REGISTER, registration("new@example.org", token));
        change("{\"registration\":\"invited\"}");

        assertThat(known.status()).isEqualTo(201);
        assertThat(invited.status()).isEqualTo(202);
        assertThat(registered.status()).isEqualTo(201);
        assertThat(owner.client().get(members).body()).contains(registered.text("profileId"));
        assertThat(owner.client()
                        .post(members, "{\"email\":\"other@example.org\"}")
                        .status())
                .isEqualTo(403);
        assertThat(owner.client().post(members, "{}").text("error.message")).startsWith("profileId: is required");
        assertThat(owner.client()
                        .post(members, "{\"email\":\"x@example.org\",\"profileId\":\"prf_1\"}")
                        .status())
                .isEqualTo(422);
    }

    @Test
    void the_invitations_of_a_group_are_listed_and_revoked_by_those_who_manage_its_members()
            throws InterruptedException {
        Client.Person owner = anonymous.register("owner@example.org");
        Client.Person second = anonymous.register("second@example.org");
        Client.Person member = anonymous.register("member@example.org");
        String group = GroupRequests.group(owner);
        String other = GroupRequests.group(owner);
        GroupRequests.add(owner, group, second, "admin");
        GroupRequests.add(owner, group, member, "member");
        String invitations = "/api/v1/groups/" + group + "/invitations";
        for (String person : List.of("a@example.org\",\"role\":\"owner", "b@example.org", "c@example.org")) {
            owner.client().post(GroupRequests.members(group), "{\"email\":\"" + person + "\"}");
        }
        String wide = admin.client()
                .post(INVITATIONS, "{\"groups\":[\"" + group + "\",\"" + other + "\"]}")
                .text("id");
        Client.Answer listed = second.client().get(invitations);
        List<String> ids = listed.json().get("invitations").findValuesAsText("id");

        assertThat(listed.json().get("invitations").findValuesAsText("email"))
                .containsExactly("null", "c@example.org", "b@example.org", "a@example.org");
        assertThat(listed.json().get("invitations").findValuesAsText("role"))
                .containsExactly("member", "member", "member", "owner");
        assertThat(listed.body()).doesNotContain("token", "url");
        assertThat(second.client().delete(invitations + "/" + ids.get(1)).status())
                .isEqualTo(204);
        assertThat(second.client().delete(invitations + "/" + ids.get(1)).status())
                .isEqualTo(404);
        assertThat(second.client().delete(invitations + "/" + ids.get(3)).error())
                .isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(owner.client().delete(invitations + "/" + ids.get(3)).status())
                .isEqualTo(204);
        assertThat(owner.client().delete(invitations + "/" + wide).error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(owner.client()
                        .delete("/api/v1/groups/" + other + "/invitations/" + ids.get(2))
                        .status())
                .isEqualTo(404);
        assertThat(member.client().get(invitations).error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(member.client().delete(invitations + "/" + ids.get(2)).error())
                .isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(admin.client().get(invitations).error()).isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(anonymous.stranger().client().get(invitations).status()).isEqualTo(404);
        assertThat(owner.client().get(invitations).json().get("invitations").findValuesAsText("id"))
                .containsExactly(wide, ids.get(2));
    }

    @Test
    void an_address_is_verified_by_the_mail_of_the_registration_or_another_one() throws InterruptedException {
        Client.Person ada = anonymous.register("ada@example.org");
        String first = token(received("ada@example.org"), "verify-email");
        assertThat(ada.client().post("/api/v1/auth/email/verification", "").status())
                .isEqualTo(204);
        String second = token(received("ada@example.org"), "verify-email");

        assertThat(isVerified(ada.userId())).isFalse();
        assertThat(anonymous
                        .post("/api/v1/auth/email/verify", "{\"token\":\"" + second + "\"}")
                        .status())
                .isEqualTo(204);
        assertThat(isVerified(ada.userId())).isTrue();
        assertThat(anonymous
                        .post("/api/v1/auth/email/verify", "{\"token\":\"" + second + "\"}")
                        .status())
                .isEqualTo(422);
        assertThat(anonymous
                        .post("/api/v1/auth/email/verify", "{\"token\":\"" + first + "\"}")
                        .status())
                .isEqualTo(204);
        assertThat(ada.client().post("/api/v1/auth/email/verification", "").status())
                .isEqualTo(409);
    }

    @Test
    void a_forgotten_password_is_reset_once_by_mail_and_ends_all_sessions() throws InterruptedException {
        Client.Person ada = anonymous.register("ada@example.org");
        received("ada@example.org");

        Client.Answer unknown = anonymous.post("/api/v1/auth/password/forgot", "{\"email\":\"nemo@example.org\"}");
        Client.Answer known = anonymous.post("/api/v1/auth/password/forgot", "{\"email\":\"ada@example.org\"}");
        String token = token(received("ada@example.org"), "reset-password");
        String reset = "{\"token\":\"" + token + "\",\"newPassword\":\"another long password\"}";

        assertThat(List.of(unknown.status(), known.status())).containsOnly(204);
        assertThat(unknown.body()).isEqualTo(known.body());
        assertThat(unknown.headers().map().keySet())
                .isEqualTo(known.headers().map().keySet());
        assertThat(anonymous
                        .post("/api/v1/auth/password/reset", reset.replace("another long password", "short"))
                        .status())
                .isEqualTo(422);
        assertThat(anonymous.post("/api/v1/auth/password/reset", reset).status())
                .isEqualTo(204);
        assertThat(anonymous.post("/api/v1/auth/password/reset", reset).text("error.message"))
                .startsWith("token:");
        assertThat(ada.client().get("/api/v1/auth/session").status()).isEqualTo(401);
        assertThat(anonymous.post(LOGIN, Browser.credentials("ada@example.org")).status())
                .isEqualTo(401);
        assertThat(anonymous
                        .post(LOGIN, "{\"email\":\"ada@example.org\",\"password\":\"another long password\"}")
                        .status())
                .isEqualTo(200);
        assertThat(isVerified(ada.userId())).isTrue();
        assertThat(inbox.mails).isEmpty();
    }

    @Test
    void a_receiver_that_does_not_exist_holds_nothing_up_and_without_mail_the_requests_say_so()
            throws InterruptedException {
        anonymous.register("nobody@example.org");
        Client.Person ada = anonymous.register("ada@example.org");
        received("ada@example.org");
        change("{\"mail\":{\"smtpUrl\":null}}");

        assertThat(anonymous
                        .post("/api/v1/auth/password/forgot", "{\"email\":\"ada@example.org\"}")
                        .status())
                .isEqualTo(409);
        assertThat(ada.client().post("/api/v1/auth/email/verification", "").status())
                .isEqualTo(409);
        assertThat(anonymous.get("/api/session/providers").json().get("mail").asBoolean())
                .isFalse();
    }

    @Test
    void an_admin_erases_a_user_but_not_the_last_admin() {
        Client.Person ada = anonymous.register("ada@example.org");
        String users = "/api/v1/admin/users/";

        assertThat(ada.client().delete(users + admin.userId()).status()).isEqualTo(403);
        assertThat(admin.client().delete(users + ada.userId()).status()).isEqualTo(204);
        assertThat(admin.client().delete(users + ada.userId()).status()).isEqualTo(404);
        assertThat(ada.client().get("/api/v1/auth/session").status()).isEqualTo(401);
        assertThat(admin.client().delete(users + admin.userId()).status()).isEqualTo(409);
        assertThat(anonymous.register("ada@example.org").userId()).isNotEqualTo(ada.userId());
    }

    @Test
    void a_sign_in_from_a_browser_that_the_account_never_used_is_told_by_mail() throws InterruptedException {
        Client.Person ada = anonymous.register("ada@example.org");
        received("ada@example.org");
        Client firefox =
                anonymous.with("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");

        assertThat(anonymous.post(LOGIN, Browser.credentials("ada@example.org")).status())
                .isEqualTo(200);
        Client.Answer other = firefox.post(LOGIN, Browser.credentials("ada@example.org"));
        assertThat(received("ada@example.org").text())
                .contains("Firefox on Linux, from 127.0.0.1")
                .contains("/account/sessions");
        assertThat(firefox.post(LOGIN, Browser.credentials("ada@example.org")).status())
                .isEqualTo(200);
        anonymous.bearing(other.text("accessToken")).get("/api/v1/auth/session");

        assertThat(ada.client().get("/api/v1/auth/sessions").body())
                .contains("\"browser\":\"Firefox\",\"system\":\"Linux\",\"address\":\"127.0.0.1\"");
        assertThat(inbox.mails).isEmpty();
    }

    @Test
    void a_sign_in_with_a_passkey_from_such_a_browser_is_told_too() throws InterruptedException {
        Client.Person ada = anonymous.register("ada@example.org");
        received("ada@example.org");
        SoftAuthenticator phone = new SoftAuthenticator();
        Client safari = anonymous.with(
                "User-Agent",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Version/18.4"
                        + " Safari/604.1");
        ObjectNode added = Json.MAPPER.createObjectNode().put("name", "Phone");
        String path = "/api/v1/auth/factors/passkeys";
        JsonNode creation = ada.client().post(path + "/options", "").json();
        added.set("credential", phone.create(creation, SoftAuthenticator.Behaviour.USUAL));
        assertThat(ada.client().post(path, added.toString()).status()).isEqualTo(201);

        JsonNode options = safari.post(LOGIN + "/passkey/options", "").json();
        ObjectNode body = Json.MAPPER.createObjectNode();
        body.set("credential", phone.get(options, SoftAuthenticator.Behaviour.USUAL));
        assertThat(safari.post(LOGIN + "/passkey", body.toString()).status()).isEqualTo(200);

        assertThat(received("ada@example.org").text()).contains("Safari on iOS, from 127.0.0.1");
        assertThat(ada.client().get("/api/v1/auth/sessions").body()).contains("\"browser\":\"Safari\"");
    }
}
