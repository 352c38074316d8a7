package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** knowledge-1 and knowledge-2. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CollectionHttpTest {
    private static final String COLLECTIONS = "/agent/api/collections";

    @AutoClose
    private TestServer server;

    private Client.Person ada;
    private Client.Person bob;

    @BeforeAll
    void start() {
        server = TestServer.start();
        ada = server.client().stranger();
        bob = server.client().stranger();
    }

    @Test
    void a_collection_is_made_changed_and_removed() {
        Client.Answer made = ada.client().post(COLLECTIONS, "{\"name\":\"Reports\",\"description\":\"of 2023\"}");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.text("id")).startsWith("col_");
        assertThat(made.text("visibility")).isEqualTo("private");
        String path = COLLECTIONS + "/" + made.text("id");

        Client.Answer changed = ada.client().send("PATCH", path, "{\"name\":\"Books\",\"description\":null}");

        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.text("name")).isEqualTo("Books");
        assertThat(changed.json().get("description").isNull()).isTrue();
        assertThat(ada.client().get(path).json()).isEqualTo(changed.json());
        assertThat(ada.client().get(path + "/documents").json().get("documents"))
                .isEmpty();
        assertThat(ada.client()
                        .post(path + "/search", "{\"query\":\"any\"}")
                        .json()
                        .get("hits"))
                .isEmpty();
        assertThat(ada.client().delete(path).status()).isEqualTo(204);
        assertThat(ada.client().get(path).status()).isEqualTo(404);
    }

    @Test
    void a_private_collection_does_not_exist_for_others() {
        String path = COLLECTIONS + "/"
                + ada.client().post(COLLECTIONS, "{\"name\":\"Reports\"}").text("id");

        assertThat(bob.client().get(path).status()).isEqualTo(404);
        assertThat(bob.client().delete(path).status()).isEqualTo(404);
        assertThat(bob.client()
                        .post(path + "/documents", "{\"fileId\":\"file_1\"}")
                        .status())
                .isEqualTo(404);
        assertThat(bob.client().get(COLLECTIONS).json().get("collections")).isEmpty();
    }

    @Test
    void bad_input_names_its_field() {
        assertThat(ada.client().post(COLLECTIONS, "{\"name\":\"\"}").text("message"))
                .startsWith("name: ");
        assertThat(ada.client()
                        .post(COLLECTIONS, "{\"name\":\"x\",\"visibility\":\"all\"}")
                        .text("message"))
                .startsWith("visibility: ");
        assertThat(ada.client()
                        .post(COLLECTIONS, "{\"name\":\"x\",\"visibility\":\"everyone\"}")
                        .status())
                .isEqualTo(403);
        assertThat(ada.client()
                        .get("/agent/api/documents/doc_1/passages?page=0")
                        .text("message"))
                .startsWith("page: ");
    }
}
