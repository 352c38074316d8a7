package dev.guildhall.integrations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.problem.Violation;
import java.util.Optional;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the requests of an imported document go. */
class ApiAddressTest {
    private static String document(String servers) {
        return "{\"openapi\": \"3.1.0\", %s \"paths\": {\"/a\": {\"get\": {}}}}".formatted(servers);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"servers\": [{\"url\": \"/api/v1\"}],|https://a.example/docs/openapi.json|https://a.example/api/v1",
                "\"servers\": [{\"url\": \"v1\"}],|https://a.example/docs/openapi.json|https://a.example/docs/v1",
                "\"servers\": [{\"url\": \"//b.example/x\"}],|https://a.example/|https://b.example/x",
                "\"servers\": [{\"url\": \"http://b.example\"}, {\"url\":"
                        + " \"https://c.example\"}],|https://a.example/|http://b.example/",
                "\"servers\": [],|https://a.example/docs/openapi.json|https://a.example/",
                "``|https://a.example:8443/docs/openapi.json?x=1|https://a.example:8443/"
            })
    void a_relative_address_is_relative_to_that_of_the_document(String servers, String source, String base) {
        assertThat(Imported.read(document(servers), Imported.from(source)).base())
                .contains(HttpUrl.get(base));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|names no server by an absolute address",
                "\"servers\": [{\"url\": \"/v1\"}],|the server of the OpenAPI document, /v1, is not an absolute",
                "\"servers\": [{\"url\": \"https://{tenant}.example\"}],|the server of the OpenAPI document,"
                        + " https://{tenant}",
                "\"servers\": [{\"url\": \"wss://b.example\"}],|the server of the OpenAPI document, wss://b.example,"
                        + " is",
                "\"servers\": [{\"url\": \"https://me:secret@b.example\"}],|is not an absolute",
                "\"servers\": [{\"url\": \"https://b.example?x=1\"}],|is not an absolute"
            })
    void without_a_usable_address_the_fault_says_to_give_one(String servers, String words) {
        Violation fault = Imported.read(document(servers)).fault().orElseThrow();

        assertThat(fault.field()).isEqualTo("baseUrl");
        assertThat(fault.message()).startsWith("is required, since").contains(words);
    }

    @Test
    void a_given_address_goes_before_that_of_the_document() {
        HttpUrl own = HttpUrl.get("https://own.example/api");
        OpenApiOptions options = Imported.options().at(new OpenApiOptions.Address(Optional.empty(), Optional.of(own)));

        assertThat(Imported.read(document(""), options).fault()).isEmpty();
        assertThat(Imported.read(document("\"servers\": [{\"url\": \"https://b.example\"}],"), options)
                        .base())
                .contains(own);
    }
}
