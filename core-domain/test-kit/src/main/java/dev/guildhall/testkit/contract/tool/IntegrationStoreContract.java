package dev.guildhall.testkit.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationLogo;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.connection.SignInDemand;
import dev.guildhall.ports.integration.ImportResult;
import dev.guildhall.ports.integration.IntegrationDefinition;
import dev.guildhall.ports.integration.IntegrationStore;
import dev.guildhall.ports.integration.StoredIntegration;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What every {@link IntegrationStore} does. */
public interface IntegrationStoreContract {
    Stores stores();

    private IntegrationStore integrations() {
        return stores().integrations();
    }

    /** A server with a secret header, that its owner added. */
    static StoredIntegration server(Optional<UserId> owner, String name) {
        return new StoredIntegration(
                new IntegrationDefinition(
                        new Integration.Key(owner, new IntegrationName(name)),
                        "The server",
                        "",
                        IntegrationKind.MCP,
                        Optional.of("https://server.example/mcp"),
                        Optional.empty(),
                        Map.of("X-Key", "s3cret-header"),
                        Optional.of("client"),
                        Optional.of("s3cret-client"),
                        List.of(),
                        true),
                1,
                Sample.NOW,
                Optional.empty(),
                ImportResult.NONE);
    }

    private static StoredIntegration api(Optional<UserId> owner, String name) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Z", "1");
        headers.put("A", "2");
        return new StoredIntegration(
                new IntegrationDefinition(
                        new Integration.Key(owner, new IntegrationName(name)),
                        "\u00e9",
                        "What it is for",
                        IntegrationKind.OPENAPI,
                        Optional.empty(),
                        Optional.of("https://api.example/v1"),
                        headers,
                        Optional.empty(),
                        Optional.empty(),
                        List.of(new Scope("read"), new Scope("all")),
                        false),
                7,
                Sample.NOW,
                Optional.of(new SignInDemand(
                        new IntegrationName(name), "https://api.example/v1", Optional.of("https://m"), List.of())),
                new ImportResult(
                        Optional.of(Sample.NOW),
                        Optional.of(Sample.NOW.plusSeconds(1)),
                        Optional.of("did not answer"),
                        3,
                        List.of(new Violation("op", "has no name"))));
    }

    private Optional<UserId> someone() {
        return Optional.of(Given.someUser(stores()));
    }

    @Test
    default void integrations_are_read_unchanged_by_owner_and_name() {
        Optional<UserId> ada = someone();
        Optional<UserId> bob = someone();
        integrations().put(api(ada, "notes"), Optional.of("openapi: 3.1.0"));
        integrations().put(server(ada, "mail"), Optional.empty());
        integrations().put(server(bob, "notes"), Optional.empty());

        assertThat(integrations().of(ada)).containsExactly(server(ada, "mail"), api(ada, "notes"));
        assertThat(integrations().of(bob)).containsExactly(server(bob, "notes"));
        assertThat(integrations().find(api(ada, "notes").key())).contains(api(ada, "notes"));
        assertThat(integrations().document(api(ada, "notes").key())).contains("openapi: 3.1.0");
        assertThat(integrations().document(server(ada, "mail").key())).isEmpty();
        assertThat(integrations().documents(ada)).isEqualTo(14);
        assertThat(integrations().owners(new IntegrationName("notes")))
                .contains(ada.orElseThrow(), bob.orElseThrow());
        assertThat(integrations().owners(new IntegrationName("mail"))).doesNotContain(bob.orElseThrow());
    }

    @Test
    default void shared_ones_have_no_owner() {
        String name = Sample.id("shared");
        StoredIntegration shared = server(Optional.empty(), name);
        integrations().put(shared, Optional.empty());

        assertThat(integrations().of(Optional.empty())).contains(shared);
        assertThat(integrations().of(someone())).isEmpty();
        assertThat(integrations().owners(new IntegrationName(name))).isEmpty();
    }

    @Test
    default void a_document_stays_until_another_one_is_stored() {
        Optional<UserId> ada = someone();
        StoredIntegration first = api(ada, "notes");
        integrations().put(first, Optional.of("one"));

        integrations().put(first.next(first.definition()), Optional.empty());
        assertThat(integrations().document(first.key())).contains("one");

        integrations().put(first.next(first.definition()), Optional.of("two"));
        assertThat(integrations().document(first.key())).contains("two");
        assertThat(integrations().of(ada)).containsExactly(first.next(first.definition()));
    }

    @Test
    default void the_result_of_an_import_counts_for_its_version_alone() {
        Optional<UserId> ada = someone();
        StoredIntegration stored = server(ada, "mail");
        integrations().put(stored, Optional.empty());
        ImportResult result = ImportResult.NONE.succeeded(Sample.NOW, 2, List.of(new Violation("a", "b")));
        long before = integrations().revision();

        integrations().imported(stored.key(), 2, result);
        assertThat(integrations().find(stored.key())).contains(stored);

        integrations().imported(stored.key(), 1, result);
        assertThat(integrations().find(stored.key()).map(StoredIntegration::result)).contains(result);
        assertThat(integrations().revision()).isEqualTo(before);
    }

    @Test
    default void what_a_server_asks_for_is_kept_with_it() {
        Optional<UserId> ada = someone();
        StoredIntegration stored = server(ada, "mail");
        SignInDemand demand = new SignInDemand(
                stored.key().name(),
                "https://server.example/mcp",
                Optional.empty(),
                List.of(new Scope("read")));
        integrations().put(stored, Optional.empty());
        long before = integrations().revision();

        integrations().demanded(stored.key(), demand);

        assertThat(integrations().find(stored.key()).flatMap(StoredIntegration::demand)).contains(demand);
        assertThat(integrations().revision()).isGreaterThan(before);
    }

    @Test
    default void a_removed_integration_is_not_found_and_the_revision_grows() {
        Optional<UserId> ada = someone();
        StoredIntegration stored = api(ada, "notes");
        integrations().put(stored, Optional.of("one"));
        long before = integrations().revision();

        integrations().remove(stored.key());
        integrations().remove(stored.key());

        assertThat(integrations().find(stored.key())).isEmpty();
        assertThat(integrations().document(stored.key())).isEmpty();
        assertThat(integrations().revision()).isGreaterThan(before);
    }

    @Test
    default void logos_are_read_unchanged_and_do_not_count_as_changes_of_integrations() {
        Optional<UserId> ada = someone();
        IntegrationName declared = new IntegrationName(Sample.id("declared"));
        Integration.Key shared = new Integration.Key(Optional.empty(), declared);
        StoredIntegration own = server(ada, "mail");
        integrations().put(own, Optional.empty());
        long before = integrations().revision();

        integrations().putLogo(own.key(), logo("AQID", 0));
        integrations().putLogo(shared, logo("BAUG", 0));
        integrations().putLogo(shared, logo("Bw==", 1));

        assertThat(integrations().logo(own.key())).contains(logo("AQID", 0));
        assertThat(integrations().logo(shared)).contains(logo("Bw==", 1));
        assertThat(integrations().logos(ada)).isEqualTo(Map.of(own.key().name(), Sample.NOW));
        assertThat(integrations().logos(Optional.empty())).containsEntry(declared, Sample.NOW.plusSeconds(1));
        assertThat(integrations().logos(someone())).isEmpty();
        assertThat(integrations().revision()).isEqualTo(before);

        integrations().removeLogo(shared);
        integrations().removeLogo(shared);
        assertThat(integrations().logo(shared)).isEmpty();
    }

    private static IntegrationLogo logo(String base64, long second) {
        return new IntegrationLogo("image/png", base64, Sample.NOW.plusSeconds(second));
    }

    @Test
    default void a_logo_ends_with_its_integration_or_its_owner() {
        Optional<UserId> ada = someone();
        StoredIntegration mail = server(ada, "mail");
        StoredIntegration notes = server(ada, "notes");
        StoredIntegration ofOther = server(someone(), "mail");
        List.of(mail, notes, ofOther).forEach(stored -> {
            integrations().put(stored, Optional.empty());
            integrations().putLogo(stored.key(), logo("AQID", 0));
        });

        integrations().remove(mail.key());
        assertThat(integrations().logos(ada)).containsOnlyKeys(notes.key().name());

        stores().erase(ada.orElseThrow());
        assertThat(integrations().logo(notes.key())).isEmpty();
        assertThat(integrations().logo(ofOther.key())).contains(logo("AQID", 0));
    }

    @Test
    default void of_many_that_add_under_the_lock_at_once_one_finds_none() throws Exception {
        Optional<UserId> ada = someone();
        Callable<Boolean> add = () -> stores().transactions().inTransaction(() -> {
            boolean isFree = integrations().lock(ada).isEmpty();
            integrations().put(server(ada, "mail"), Optional.empty());
            return isFree;
        });

        assertThat(AtOnce.run(Collections.nCopies(8, add))).containsOnlyOnce(true);
    }

    @Test
    default void integrations_end_with_their_owner() {
        Optional<UserId> ada = someone();
        Optional<UserId> bob = someone();
        integrations().put(server(ada, "mail"), Optional.empty());
        integrations().put(server(bob, "mail"), Optional.empty());

        stores().erase(ada.orElseThrow());

        assertThat(integrations().of(ada)).isEmpty();
        assertThat(integrations().of(bob)).hasSize(1);
    }
}
