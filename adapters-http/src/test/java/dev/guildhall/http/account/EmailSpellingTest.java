package dev.guildhall.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.testkit.ManualTicker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two spellings are one address both at registration and at sign-in, or two addresses at both. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmailSpellingTest {
    private static final String FIRST = "the first password";
    private static final String SECOND = "the second password";

    private final ManualTicker clock = new ManualTicker(Instant.parse("2026-01-02T03:04:05Z"));

    @AutoClose
    private TestServer server;

    private int domain;

    @BeforeAll
    void start() {
        server = TestServer.start(parts -> parts.clock(clock));
    }

    @BeforeEach
    void letSignInsPass() {
        clock.advance(Duration.ofMinutes(1));
        domain++;
    }

    /** Both texts contain the escapes of JSON. */
    private Client.Answer register(String local, String password) {
        return server.client().post("/api/v1/auth/register", credentials(local, password));
    }

    private Client.Answer signIn(String local, String password) {
        return server.client().post("/api/v1/auth/login", credentials(local, password));
    }

    private String credentials(String local, String password) {
        return "{\"email\":\"" + (local.contains("@") ? "d" + domain + local : local + "@d" + domain + ".example")
                + "\",\"password\":\"" + password + "\"}";
    }

    @ParameterizedTest
    @CsvSource({
        "ada, ADA",
        "jos\\u00e9, jose\\u0301",
        "jos\\u00e9, JOSE\\u0301",
        "e\\u0323\\u0302, \\u1ec7",
        "kelvin, \\u212aelvin",
        "\\u00e5ngstrom, \\u212bngstrom",
        "\\u03c9, \\u2126",
        "stra\\u00dfe, STRA\\u1e9eE",
        "\\u0130stanbul, i\\u0307stanbul",
        "\\u01c4, \\u01c5",
        "\\u03a3\\u0391\\u03a3, \\u03c3\\u03b1\\u03c2",
        "\\ud801\\udc00, \\ud801\\udc28",
        "ada, \\u2003\\tada",
        "sam, \\u017fam",
        "ada, \\uff41da",
        "fine, \\ufb01ne",
        "\\u03bf\\u03c2, \\u03bf\\u03c3",
        "a.da, a\\u3002da"
    })
    void spellings_of_one_address_are_409_and_sign_in_to_one_account(String one, String other) {
        Client.Answer registered = register(one, FIRST);

        Client.Answer again = register(other, SECOND);
        Client.Answer signedIn = signIn(other, FIRST);

        assertThat(registered.status()).as(registered.body()).isEqualTo(201);
        assertThat(again.status()).as(again.body()).isEqualTo(409);
        assertThat(signedIn.text("userId")).isEqualTo(registered.text("userId"));
        assertThat(signIn(one, SECOND).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource({
        "x.example, x.example.",
        "x.example., X.EXAMPLE",
        "m\\u00fcnchen.example, xn--mnchen-3ya.example",
        "XN--MNCHEN-3YA.example., m\\u00fcnchen.example",
        "\\u4f8b\\u3048.\\u30c6\\u30b9\\u30c8, xn--r8jz45g.xn--zckzah"
    })
    void spellings_of_one_domain_are_409_and_sign_in_to_one_account(String one, String other) {
        spellings_of_one_address_are_409_and_sign_in_to_one_account("ada@" + one, "ada@" + other);
    }

    @Test
    void a_domain_with_a_sharp_s_is_another_than_the_one_with_two() {
        spellings_of_two_addresses_never_sign_in_to_each_other("ada@stra\\u00dfe.example", "ada@strasse.example");
    }

    @ParameterizedTest
    @CsvSource({
        "istanbul, \\u0130stanbul",
        "istanbul, \\u0131stanbul",
        "\\u0130stanbul, \\u0131stanbul",
        "strasse, stra\\u00dfe",
        "ada, \\u0430da",
        "ada, ada\\u0301",
        "ada, ada+tag",
        "ada, a.da"
    })
    void spellings_of_two_addresses_never_sign_in_to_each_other(String one, String other) {
        Client.Answer first = register(one, FIRST);
        Client.Answer second = register(other, SECOND);

        assertThat(List.of(first.status(), second.status())).containsOnly(201);
        assertThat(signIn(one, SECOND).status()).isEqualTo(401);
        assertThat(signIn(other, FIRST).status()).isEqualTo(401);
        assertThat(signIn(one, FIRST).text("userId")).isEqualTo(first.text("userId"));
        assertThat(signIn(other, SECOND).text("userId")).isEqualTo(second.text("userId"));
    }

    @ParameterizedTest
    @CsvSource({
        "a\\u0000b",
        "\\u0000",
        "a\\ud800",
        "\\udc00\\ud800",
        "\\udfff",
        "a\\u0085b",
        "a\\u2028b",
        "a\\u00a0b",
        "a\\u200bb",
        "a\\u00adb"
    })
    void what_is_no_address_is_neither_registered_nor_a_fault_of_the_server(String local) {
        Client.Answer registered = register(local, FIRST);
        Client.Answer signedIn = signIn(local, FIRST);

        assertThat(registered.status()).as(registered.body()).isEqualTo(422);
        assertThat(signedIn.status()).as(signedIn.body()).isIn(401, 422);
    }

    @ParameterizedTest
    @CsvSource({"\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000", "password\\ud800", "\\udc00password"})
    void what_is_no_password_is_neither_kept_nor_a_fault_of_the_server(String password) {
        Client.Answer registered = register("ada", password);
        Client.Answer signedIn = signIn("ada", password);

        assertThat(registered.status()).as(registered.body()).isEqualTo(422);
        assertThat(signedIn.status()).as(signedIn.body()).isIn(401, 422);
    }

    @ParameterizedTest
    @CsvSource({"passw\\u00f6rd, passwo\\u0308rd", "12345678\\u00e9, 12345678e\\u0301"})
    void two_forms_of_one_password_are_one_password(String composed, String decomposed) {
        register("ada", composed);

        Client.Answer signedIn = signIn("ada", decomposed);

        assertThat(signedIn.status()).isEqualTo(200);
    }
}
