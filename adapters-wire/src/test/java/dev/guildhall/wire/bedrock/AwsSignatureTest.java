package dev.guildhall.wire.bedrock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.wire.http.AwsCredentials;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The signatures of AWS's published test vectors (aws-signing-test-suite, v4). */
class AwsSignatureTest {
    private static final Instant NOW = Instant.parse("2015-08-30T12:36:00Z");
    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    private static final Map<String, String> HOST = Map.of("Host", "example.amazonaws.com");
    private static final String TOKEN = "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFq"
        + "wAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYw"
        + "T7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yj"
        + "c8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==";

    private static AwsSignature signature(Optional<String> token) {
        return new AwsSignature(new AwsCredentials("AKIDEXAMPLE", SECRET, token), "us-east-1", "service");
    }

    private static AwsSignature.Signed request(
            String method, String path, String query, Map<String, String> headers, String body) {
        return new AwsSignature.Signed(
                method, path, query, headers, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /, '', 5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
        "GET, /, Param2=value2&Param1=value1, b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
        "GET, /, Param-3=Value3&Param=Value2&%E1%88%B4=Value1, "
                + "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac",
        "GET, /, %E1%88%B4=bar, 2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04",
        "GET, /-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz, '', "
                + "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f",
        "GET, //example//, '', 87cca117541a147f6df867677d98a7d80dff226d2bfca9e4ffa899665623c7e5",
        "GET, /ሴ, '', 8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85",
        "GET, /example space/, '', 652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"
    })
    void a_request_without_a_body(String method, String path, String query, String expected) {
        Map<String, String> headers = signature(Optional.empty()).headers(request(method, path, query, HOST, ""), NOW);

        assertThat(headers)
                .containsOnlyKeys("X-Amz-Date", "Authorization")
                .containsEntry("X-Amz-Date", "20150830T123600Z")
                .containsEntry(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request,"
                                + " SignedHeaders=host;x-amz-date, Signature=" + expected);
    }

    @Test
    void a_request_with_a_token_of_a_session() {
        Map<String, String> headers = signature(Optional.of(TOKEN)).headers(request("POST", "/", "", HOST, ""), NOW);

        assertThat(signature(Optional.of("6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267"))
                        .headers(request("GET", "/", "", HOST, ""), NOW)
                        .get("Authorization"))
                .endsWith("Signature=07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8");
        assertThat(headers).containsEntry("X-Amz-Security-Token", TOKEN);
        assertThat(headers.get("Authorization"))
                .endsWith("SignedHeaders=host;x-amz-date;x-amz-security-token,"
                        + " Signature=85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead");
    }

    @Test
    void a_request_with_a_body_and_further_headers() {
        Map<String, String> signed = new LinkedHashMap<>(HOST);
        signed.put("Content-Type", "application/x-www-form-urlencoded");
        signed.put("Content-Length", "13");
        signed.put("x-amz-content-sha256", "9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e");

        assertThat(signature(Optional.empty())
                        .headers(request("POST", "/", "", signed, "Param1=value1"), NOW)
                        .get("Authorization"))
                .endsWith("SignedHeaders=content-length;content-type;host;x-amz-content-sha256;x-amz-date,"
                        + " Signature=d3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b");
    }

    @Test
    void no_text_contains_the_secret() {
        assertThat(signature(Optional.of("token-hush")).toString()).doesNotContain(SECRET, "token-hush");
        assertThatThrownBy(() -> new AwsCredentials("id", "bad secret\n", Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("bad secret");
    }
}
