package dev.guildhall.integrations.icon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.httptool.Upstream;
import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.net.Outside;
import dev.guildhall.integrations.net.RawServer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogosTest {
    private static final String SVG = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>";

    @AutoClose
    private final Upstream upstream = new Upstream();

    private final Logos logos = new Logos(Outside.open());

    private static byte[] picture(String format, int width, int height) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            assertThat(ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_BYTE_BINARY), format, bytes)
                            || ImageIO.write(
                                    new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), format, bytes))
                    .isTrue();
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return bytes.toByteArray();
    }

    private static byte[] webp(int width, int height) {
        return ByteBuffer.allocate(30)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("RIFF".getBytes(StandardCharsets.US_ASCII))
                .putInt(22)
                .put("WEBPVP8X".getBytes(StandardCharsets.US_ASCII))
                .putInt(10)
                .putInt(0)
                .put((byte) (width - 1))
                .putShort((short) 0)
                .put((byte) (height - 1))
                .putShort((short) 0)
                .array();
    }

    private void answers(byte[] body, String type) {
        upstream.answers((socket, _) -> {
            RawServer.write(
                    socket,
                    "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length + "\r\n\r\n");
            RawServer.write(socket, body);
        });
    }

    private Logo logoOf(Object icons) {
        return logos.of(Icon.of(icons));
    }

    private static Map<String, Object> icon(String src) {
        return Map.of("src", src);
    }

    private static String data(String head, byte[] bytes) {
        return "data:" + head + ";base64," + Base64.getEncoder().encodeToString(bytes);
    }

    private static String reason(Logo logo) {
        assertThat(logo).isInstanceOf(Logo.None.class);
        return ((Logo.None) logo).reason();
    }

    private static String type(Logo logo) {
        assertThat(logo).isInstanceOf(Logo.Picture.class);
        return ((Logo.Picture) logo).picture().type();
    }

    @ParameterizedTest
    @CsvSource({"png,image/png", "jpg,image/jpeg", "gif,image/gif"})
    void a_picture_has_the_type_of_its_bytes_whatever_the_server_says(String format, String type) {
        byte[] bytes = picture(format, 48, 32);
        answers(bytes, "text/html");

        Logo logo = logoOf(List.of(icon(upstream.address() + "/logo")));

        assertThat(type(logo)).isEqualTo(type);
        assertThat(Base64.getDecoder()
                        .decode(((Logo.Picture) logo).picture().base64().toString()))
                .isEqualTo(bytes);
        assertThat(upstream.last().header("Authorization")).isEmpty();
        assertThat(upstream.last().header("Cookie")).isEmpty();
    }

    @Test
    void a_data_address_contains_its_picture() {
        assertThat(type(logoOf(List.of(icon(data("text/plain", picture("png", 8, 8)))))))
                .isEqualTo("image/png");
        assertThat(type(logoOf(List.of(icon(data("image/webp", webp(64, 64)))))))
                .isEqualTo("image/webp");
        assertThat(reason(logoOf(List.of(icon("data:image/png,abc"))))).contains("is not in base64");
        assertThat(reason(logoOf(List.of(icon("data:image/png;base64,%%%"))))).contains("is not in base64");
        assertThat(reason(logoOf(List.of(icon(data("image/png", new byte[300 * 1024]))))))
                .contains("more than 262144");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SVG,
                "<?xml version='1.0'?>" + SVG,
                "<!doctype html><script>alert(1)</script>",
                "",
                "GIF8",
                "GIF89a",
                "\u0089PNG\r\n\u001a\n",
                "RIFF0000WEBPVP8X"
            })
    void what_is_no_whole_picture_is_refused(String content) {
        answers(content.getBytes(StandardCharsets.ISO_8859_1), "image/png");

        assertThat(reason(logoOf(List.of(icon(upstream.address()))))).startsWith("an icon is");
        assertThat(reason(logoOf(List.of(icon(data("image/svg+xml", SVG.getBytes(StandardCharsets.UTF_8)))))))
                .isEqualTo("an icon is not a PNG, JPEG, GIF or WebP");
    }

    @Test
    void a_picture_of_too_many_pixels_or_bytes_is_refused() {
        assertThat(reason(logoOf(List.of(icon(data("image/png", picture("png", 1025, 1)))))))
                .contains("more than 1024 pixels");
        answers(Arrays.copyOf(picture("png", 8, 8), 256 * 1024 + 1), "image/png");
        assertThat(reason(logoOf(List.of(icon(upstream.address()))))).contains("262144");
    }

    @Test
    void an_inner_address_is_not_asked() {
        Logos strict =
                new Logos(new OutboundHttp(EgressRules.OUTSIDE_ONLY, _ -> {}, InstantSource.fixed(Instant.EPOCH)));

        for (String address :
                List.of(upstream.address(), "http://169.254.169.254/x.png", "http://[::1]/x", "http://0x7f000001/")) {
            assertThat(strict.of(Icon.of(List.of(icon(address))))).isInstanceOf(Logo.None.class);
        }
        assertThat(upstream.seen()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"file:///etc/passwd", "javascript:alert(1)", "ftp://x/y", "//x", "logo.png", "http://a:b@x/"})
    void only_addresses_of_the_web_are_asked(String address) {
        assertThat(reason(logoOf(List.of(icon(address))))).startsWith("the address must");
    }

    @Test
    void the_smallest_sharp_icon_is_asked_first_and_svg_last() {
        upstream.answers("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");

        Logo logo = logoOf(List.of(
                Map.of("src", upstream.address() + "/a.svg", "sizes", List.of("any")),
                Map.of("src", upstream.address() + "/b", "sizes", List.of("16x16")),
                Map.of("src", upstream.address() + "/c", "mimeType", "image/svg+xml"),
                Map.of("src", upstream.address() + "/d", "sizes", List.of("512x512")),
                Map.of("src", upstream.address() + "/e", "sizes", List.of("128x128", "64x64")),
                Map.of("src", upstream.address() + "/f")));

        assertThat(upstream.seen()).extracting(seen -> seen.target()).containsExactly("/e", "/d", "/f");
        assertThat(reason(logo)).contains("status 404");
    }

    @Test
    void the_next_icon_is_taken_when_the_first_cannot_be_used() {
        answers(SVG.getBytes(StandardCharsets.UTF_8), "image/svg+xml");

        assertThat(type(logoOf(List.of(
                        Map.of("src", upstream.address(), "sizes", List.of("96x96")),
                        icon(data("image/png", picture("png", 8, 8)))))))
                .isEqualTo("image/png");
    }

    @Test
    void icons_in_another_form_are_ignored() {
        assertThat(reason(logoOf("x"))).isEqualTo("it names no icon");
        assertThat(reason(logoOf(List.of()))).isEqualTo("it names no icon");
        assertThat(Icon.of(List.of(1, Map.of("src", 7), Map.of("src", " "), Map.of("src", "u", "sizes", "48x48"))))
                .containsExactly(new Icon("u", Optional.empty(), Optional.empty()));
    }
}
