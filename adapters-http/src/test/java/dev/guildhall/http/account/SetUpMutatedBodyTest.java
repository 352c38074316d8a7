package dev.guildhall.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.ErrorForms;
import dev.guildhall.http.MutatedBodies;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.tool.EmptyConnector;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No body with which an admin or a user sets something up while the server runs causes an internal error. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SetUpMutatedBodyTest {
    private static final int BODIES = 200;
    private static final long SEED = 11;

    private static final String DEPLOYMENT =
            "{'id':'d','provider':'openai','baseUrl':'https://models.example/v1','apiKey':'k','model':'theirs',"
                    + "'dialect':'chat','weight':2}";
    private static final String MODEL = "'deployments':[" + DEPLOYMENT + "],'choice':'weighted','fallbacks':[],"
            + "'prices':{'input':1.5,'output':2,'cachedInput':0.5},'contextTokens':32000,'groups':null,"
            + "'capabilities':['images'],'enabled':true,'isDefault':false}";
    private static final String INTEGRATION =
            "'displayName':'Notes','description':'x','url':'https://notes.example/mcp','headers':{'X-Key':'v'},"
                    + "'clientId':'c','clientSecret':'s','scopes':['read'],'sampling':true,'visibility':'shared'}";

    @AutoClose
    private final TestServer server = TestServer.start(
            parts -> parts.modelConnector(new EchoConnector()).integrationConnector(new EmptyConnector()));

    private final Client.Person admin = server.client().register(TestServer.ADMIN);
    private final Client.Person ada = server.client().stranger();

    @BeforeAll
    void make() {
        assertThat(send("POST /admin/models", "{'name':'made'," + MODEL).status())
                .isEqualTo(201);
        assertThat(send("POST /integrations", "{'name':'made','kind':'mcp'," + INTEGRATION)
                        .status())
                .isEqualTo(201);
    }

    private Client.Answer send(String route, String body) {
        return send(route, body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private Client.Answer send(String route, byte[] body) {
        String[] parts = route.replace("ADA", ada.userId()).split(" ");
        return admin.client().send(parts[0], "/api/v1" + parts[1], body);
    }

    private static String good(String route) {
        return switch (route) {
            case "PATCH /admin/settings" ->
                "{'registration':'open','publicUrl':'https://guildhall.example','mail':{'smtpUrl':"
                        + "'smtp://mail.example','from':'G <g@example.org>'},'requireSecondFactor':'none',"
                        + "'defaultModel':'made','retention':{'chats':30}}";
            case "POST /admin/invitations" ->
                "{'email':'guest@example.org','roles':['user'],'groups':[],'expiresAt':'2999-01-01T00:00:00Z'}";
            case "PATCH /admin/users/ADA" ->
                "{'disabled':false,'roles':['user'],'budget':{'amount':5,'currency':'USD','period':'day'}}";
            case "POST /admin/models" -> "{'name':'more'," + MODEL;
            case "PATCH /admin/models/made" -> "{'version':null," + MODEL;
            case "POST /admin/models/test" -> "{'name':'made','deployment':" + DEPLOYMENT + "}";
            case "POST /integrations" -> "{'name':'more','kind':'mcp'," + INTEGRATION;
            case "PATCH /integrations/made" -> "{" + INTEGRATION;
            case "POST /groups/ADA/members" -> "{'email':'guest@example.org','role':'member'}";
            case "POST /auth/factors/passkeys" ->
                "{'name':'Phone','credential':{'id':'AAAA','rawId':'AAAA','type':'public-key','response':"
                        + "{'clientDataJSON':'AAAA','attestationObject':'AAAA','transports':['internal']}}}";
            case "POST /auth/login/passkey" ->
                "{'credential':{'id':'AAAA','rawId':'AAAA','type':'public-key','response':{'clientDataJSON':'AAAA',"
                        + "'authenticatorData':'AAAA','signature':'AAAA','userHandle':'AAAA'}}}";
            case "POST /auth/login/second-factor" -> "{'challenge':'x','code':'123456'}";
            case "POST /auth/password/reset" -> "{'token':'x','newPassword':'another horse'}";
            case "POST /auth/register" ->
                "{'email':'ada@example.org','password':'another horse','displayName':'A','invitation':'x'}";
            default -> "{'token':'x','code':'x','email':'x@example.org','password':'another horse'}";
        };
    }

    @ParameterizedTest
    @CsvSource({
        "PATCH /admin/settings",
        "POST /admin/invitations",
        "PATCH /admin/users/ADA",
        "POST /admin/models",
        "PATCH /admin/models/made",
        "POST /admin/models/test",
        "POST /integrations",
        "PATCH /integrations/made",
        "POST /groups/ADA/members",
        "POST /auth/setup",
        "POST /auth/factors/totp/confirm",
        "POST /auth/factors/passkeys",
        "POST /auth/factors/recovery-codes",
        "POST /auth/email/verify",
        "POST /auth/password/forgot",
        "POST /auth/password/reset",
        "POST /auth/register",
        "POST /auth/login/passkey",
        "POST /auth/login/second-factor",
        "DELETE /auth/factors/fac_1"
    })
    void a_body_that_is_nearly_right_is_answered_or_refused(String route) {
        MutatedBodies mutations = new MutatedBodies(SEED);
        for (int i = 0; i < BODIES; i++) {
            byte[] body = mutations.of(good(route).replace('\'', '"'));

            Client.Answer answer = send(route, body);

            assertThat(answer.status())
                    .as("%s to %s", new String(body, StandardCharsets.ISO_8859_1), answer.body())
                    .isIn(200, 201, 202, 204, 401, 403, 404, 409, 422, 429);
            if (answer.status() >= 400 && !answer.body().contains("details")) {
                ErrorForms.check(route.replace(" /", " /api/v1/"), answer);
            }
        }
    }
}
