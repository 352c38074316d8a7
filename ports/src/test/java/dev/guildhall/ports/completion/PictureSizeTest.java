package dev.guildhall.ports.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PictureSizeTest {
    private static final long SEED = 11;

    private static MediaSource.Inline picture(String type, byte[] content) {
        return new MediaSource.Inline(type, Base64.getEncoder().encodeToString(content));
    }

    private static byte[] drawn(String format, int width, int height) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), format, out))
                .isTrue();
        return out.toByteArray();
    }

    /** The head of a WebP, of which the library of the JDK has no writer. */
    private static ByteBuffer webp(String form) {
        byte[] head = Arrays.copyOf(("RIFF\0\0\0\0WEBP" + form).getBytes(StandardCharsets.US_ASCII), 32);
        return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "jpeg", "gif"})
    void size_is_read_from_the_beginning(String format) throws IOException {
        assertThat(PictureSize.of(picture("image/" + format, drawn(format, 1201, 303))))
                .contains(new PictureSize(1201, 303));
    }

    @Test
    void size_is_read_from_each_form_of_webp() {
        byte[] lossy = webp("VP8 ")
                .putShort(26, (short) 1201)
                .putShort(28, (short) 303)
                .array();
        byte[] lossless = webp("VP8L").putInt(21, 1200 | (302 << 14)).array();
        byte[] extended = webp("VP8X").putInt(24, 1200).putInt(27, 302).array();

        assertThat(List.of(lossy, lossless, extended))
                .allSatisfy(head ->
                        assertThat(PictureSize.of(picture("image/webp", head))).contains(new PictureSize(1201, 303)));
    }

    @Test
    void cut_and_altered_pictures_have_no_size_or_another() throws IOException {
        Random random = new Random(SEED);
        for (String format : List.of("png", "jpeg", "gif")) {
            byte[] whole = drawn(format, 64, 48);
            for (int i = 0; i < 500; i++) {
                byte[] altered = Arrays.copyOf(whole, 13 + random.nextInt(whole.length - 13));
                altered[12 + random.nextInt(altered.length - 12)] = (byte) random.nextInt();
                Optional<PictureSize> size = PictureSize.of(picture("image/" + format, altered));
                assertThat(size.stream())
                        .allSatisfy(read -> assertThat(read.tokens()).isPositive());
            }
        }
        assertThat(PictureSize.of(picture("image/bmp", drawn("bmp", 64, 48)))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1,1,255", "1024,1024,1399", "512,512,350", "4096,512,765", "3000,4000,1600", "2048,2048,1600"})
    void tokens_are_those_of_the_rule_that_counts_more(int width, int height, long tokens) {
        assertThat(new PictureSize(width, height).tokens()).isEqualTo(tokens);
    }

    @Test
    void low_detail_is_cheap_and_an_address_counts_as_a_usual_picture() {
        ContentPart low = new ContentPart.Media(
                ContentPart.Kind.PICTURE,
                MediaSource.parse("https://example.org/a.png"),
                Optional.empty(),
                Optional.of("low"),
                Optional.empty());
        ContentPart usual = ContentPart.Media.of(ContentPart.Kind.PICTURE, "https://example.org/a.png");

        assertThat(TokenEstimate.of(List.of(new ChatMessage.User(List.of(usual))))
                                .tokens()
                        - TokenEstimate.of(List.of(new ChatMessage.User(List.of(low))))
                                .tokens())
                .isEqualTo(1399 - 85);
    }
}
