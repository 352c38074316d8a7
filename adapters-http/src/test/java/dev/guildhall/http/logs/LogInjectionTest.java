package dev.guildhall.http.logs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** No text of a client becomes a line of the log, or a part of one. */
@Isolated("reads what all loggers write")
class LogInjectionTest {
    private static final String PLANTED = "id=1 route=PLANTED status=200 ms=1 user=usr_1";

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger root = ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(Logger.ROOT_LOGGER_NAME);

    @BeforeEach
    void listen() {
        log.start();
        root.addAppender(log);
    }

    @AfterEach
    void leave() {
        root.detachAppender(log);
    }

    @Test
    void a_line_break_in_any_place_makes_no_line() {
        String json = "x\\r\\n" + PLANTED;
        String address = "x%0d%0a" + PLANTED.replace(" ", "%20");
        try (TestServer server = TestServer.start()) {
            Client.Person ada = server.client().stranger();
            Client client = ada.client();

            client.post("/api/v1/auth/login", "{\"email\":\"" + json + "\",\"password\":\"" + json + "\"}");
            client.post("/api/v1/auth/register", "{\"email\":\"" + json + "\",\"displayName\":\"" + json + "\"}");
            client.post("/api/v1/profiles", "{\"displayName\":\"" + json + "\"}");
            client.post("/api/v1/groups", "{\"name\":\"a\",\"description\":\"" + json + "\"}");
            client.post("/api/v1/groups/" + address + "/members", "{\"profileId\":\"" + json + "\"}");
            client.post("/api/v1/auth/token/refresh", "{\"refreshToken\":\"" + json + "\"}");
            client.get("/api/v1/auth/oauth/" + address + "/authorize?redirectUri=" + address);
            client.get("/api/v1/" + address);
            client.get("/api/v1/profiles?cursor=" + address + "&limit=" + address);
            client.get("/agent/api/chat/" + address + "?userId=" + address);
            client.post(
                    "/agent/api/chat",
                    "{\"userId\":\"" + ada.userId() + "\",\"messages\":[{\"role\":\"user\",\"content\":\"" + json
                            + "\"}]}");
            client.post("/completion/api/chat", "{\"messages\":[{\"role\":\"user\",\"content\":\"" + json + "\"}]}");
        }

        List<String> lines =
                log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
        assertThat(lines).hasSizeGreaterThan(12);
        assertThat(lines).noneMatch(line -> line.contains("PLANTED") || line.contains("\n") || line.contains("\r"));
    }
}
