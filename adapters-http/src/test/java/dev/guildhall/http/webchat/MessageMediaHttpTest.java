package dev.guildhall.http.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.testkit.ScriptedChatModel;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Pictures within the messages of a chat, over a socket. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MessageMediaHttpTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String PICTURE =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAA" + "AABJRU5ErkJggg==";
    private static final String QUESTION = "{'userId':'ME','agentMode':'v0.1','messages':[{'role':'user','content':["
            + "{'type':'text','text':'What is this?'},"
            + "{'type':'image_url','image_url':{'url':'data:image/png;base64," + PICTURE + "'}}]}]%s}";

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.chatModel(ScriptedChatModel.echo()));

    private final Browser ada = Browser.stranger(server.client());

    private String chat() {
        Client.Answer answer = ada.post("/api/chat", QUESTION.formatted(""));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.header("X-Chat-Id");
    }

    private String addressOf(String chat) {
        JsonNode parts = ada.get("/api/chat/messages?chatId=" + chat).json().at("/messages/0/parts");
        assertThat(parts.at("/0/text").asText()).isEqualTo("What is this?");
        return parts.at("/1/image_url/url").asText();
    }

    private HttpResponse<byte[]> bytes(Browser browser, String path) throws IOException, InterruptedException {
        return bytes(browser, path, "");
    }

    private HttpResponse<byte[]> bytes(Browser browser, String path, String known)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("Cookie", Browser.COOKIE + "=" + browser.key())
                .header("If-None-Match", known)
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    @Test
    void a_picture_of_a_message_has_an_address_and_is_not_within_the_chat() throws Exception {
        String chat = chat();

        HttpResponse<byte[]> picture = bytes(ada, addressOf(chat));

        assertThat(ada.get("/api/chat/messages?chatId=" + chat).body()).doesNotContain(PICTURE);
        assertThat(picture.statusCode()).isEqualTo(200);
        assertThat(picture.body()).isEqualTo(Base64.getDecoder().decode(PICTURE));
        assertThat(picture.headers().firstValue("Content-Type")).hasValue("image/png");
        assertThat(picture.headers().firstValue("Content-Security-Policy")).hasValue("sandbox; default-src 'none'");
    }

    @Test
    void a_browser_stores_a_picture_and_asks_whether_it_may_show_it_again() throws Exception {
        String address = addressOf(chat());

        HttpResponse<byte[]> first = bytes(ada, address);
        String tag = first.headers().firstValue("ETag").orElseThrow();
        HttpResponse<byte[]> again = bytes(ada, address, tag);
        HttpResponse<byte[]> another = bytes(Browser.stranger(server.client()), address, tag);

        assertThat(first.headers().firstValue("Cache-Control")).hasValue("private, no-cache");
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(another.statusCode()).isEqualTo(404);
    }

    @Test
    void another_user_does_not_get_the_picture() {
        String address = addressOf(chat());

        assertThat(Browser.stranger(server.client()).get(address).status()).isEqualTo(404);
    }

    @Test
    void the_address_of_a_picture_that_was_edited_away_leads_to_nothing() throws Exception {
        String chat = chat();
        String before = addressOf(chat);

        Client.Answer again = ada.post("/api/chat", QUESTION.formatted(",'keepMessages':0,'chatId':'" + chat + "'"));

        assertThat(again.status()).isEqualTo(200);
        assertThat(ada.get(before).status()).isEqualTo(404);
        assertThat(bytes(ada, addressOf(chat)).statusCode()).isEqualTo(200);
    }

    @Test
    void a_place_without_a_picture_leads_to_nothing_and_a_malformed_one_is_named() {
        String address = addressOf(chat());

        assertThat(ada.get(address.replace("part=1", "part=0")).status()).isEqualTo(404);
        assertThat(ada.get(address.replace("part=1", "part=9")).status()).isEqualTo(404);
        assertThat(ada.get(address.replace("message=0", "message=7")).status()).isEqualTo(404);
        assertThat(ada.get(address.replace("part=1", "part=-1")).fault())
                .isEqualTo("400 part: must be an integer of 0 or more");
        assertThat(ada.get(address.replaceAll("sentAt=[^&]*", "sentAt=now")).fault())
                .isEqualTo("400 sentAt: must be a timestamp");
    }
}
