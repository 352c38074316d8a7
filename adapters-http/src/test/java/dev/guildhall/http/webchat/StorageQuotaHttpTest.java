package dev.guildhall.http.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Limits;
import dev.guildhall.core.config.FileLimits;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.testkit.ScriptedChatModel;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The quota of stored bytes, which files and the pictures of chats share. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StorageQuotaHttpTest {
    private static final int PICTURE = 9_000;
    private static final int QUOTA = 20_000;
    private static final String EXCEEDED =
            "413 your files and the pictures in your chats may have " + QUOTA + " bytes together; delete some first";

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.chatModel(ScriptedChatModel.echo())
            .limits(Limits.DEFAULT.withFile(new FileLimits(10_000, QUOTA, Duration.ofHours(1)))));

    private static String asking(String userId) {
        byte[] signature = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
        String picture = Base64.getEncoder().encodeToString(Arrays.copyOf(signature, PICTURE));
        return "{\"agentMode\":\"v1\",\"userId\":\"" + userId
                + "\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\","
                + "\"text\":\"what is this?\"},{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,"
                + picture + "\"}}]}]}";
    }

    private static Client.Answer upload(Browser browser, int bytes) {
        String form = "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n"
                + "x".repeat(bytes) + "\r\n--B--\r\n";
        return browser.client()
                .with("Content-Type", "multipart/form-data; boundary=B")
                .send("POST", "/api/files", form);
    }

    @Test
    void pictures_of_the_agent_service_count_until_their_chat_is_deleted() {
        Client.Person ada = server.client().stranger();
        String question = asking(ada.userId());
        Client.Answer first = ada.client().post("/agent/api/chat", question);
        Client.Answer second = ada.client().post("/agent/api/chat", question);

        Client.Answer beyond = ada.client().post("/agent/api/chat", question);
        Client.Answer text = ada.client()
                .post(
                        "/agent/api/chat",
                        "{\"userId\":\"" + ada.userId()
                                + "\",\"messages\":[{\"role\":\"user\",\"content\":\"a text\"}]}");
        ada.client().delete("/agent/api/chat/" + first.text("chatId") + "?userId=" + ada.userId());
        Client.Answer again = ada.client().post("/agent/api/chat", question);

        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(second.status()).isEqualTo(200);
        assertThat(beyond.fault()).isEqualTo(EXCEEDED);
        assertThat(text.status()).isEqualTo(200);
        assertThat(again.status()).as(again.body()).isEqualTo(200);
    }

    @Test
    void files_and_pictures_of_the_front_end_share_the_quota() {
        Browser eve = Browser.stranger(server.client());
        Client.Answer file = upload(eve, 9_000);
        Client.Answer picture = eve.post("/api/chat", asking(eve.userId()));

        Client.Answer morePictures = eve.post("/api/chat", asking(eve.userId()));
        Client.Answer moreFiles = upload(eve, 3_000);
        Client.Answer smallFile = upload(eve, 2_000);

        assertThat(file.status()).isEqualTo(201);
        assertThat(picture.status()).as(picture.body()).isEqualTo(200);
        assertThat(morePictures.fault()).isEqualTo(EXCEEDED);
        assertThat(moreFiles.fault()).isEqualTo(EXCEEDED);
        assertThat(smallFile.status()).isEqualTo(201);
    }
}
